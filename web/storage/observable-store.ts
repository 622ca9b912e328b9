import { useSyncExternalStore } from 'react';

/** A value that changes over time. */
export type ReadableStore<Value> = {
  read: () => Value;
  /** Calls `listener` after each write. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
};

/** A value outside React, which any code can read and replace. */
export type WritableStore<Value> = ReadableStore<Value> & {
  /** Replaces the value and calls the listeners. */
  write: (value: Value) => void;
};

export function createStore<Value>(initial: Value): WritableStore<Value> {
  let current = initial;
  const changes = new EventTarget();
  return {
    read: () => current,
    write: value => {
      current = value;
      changes.dispatchEvent(new Event('change'));
    },
    subscribe: listener => {
      changes.addEventListener('change', listener);
      return () => changes.removeEventListener('change', listener);
    },
  };
}

/** Subscribes a component to a store, or to the part that `pick` selects. */
export function useStore<Value>(store: ReadableStore<Value>): Value;
export function useStore<Value, Picked>(store: ReadableStore<Value>, pick: (value: Value) => Picked): Picked;
export function useStore<Value, Picked>(
  { subscribe, read }: ReadableStore<Value>,
  pick?: (value: Value) => Picked,
): Value | Picked {
  return useSyncExternalStore(subscribe, () => (pick ? pick(read()) : read()));
}
