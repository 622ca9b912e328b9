import { useSyncExternalStore } from 'react';

/** A value that is another from time to time. */
export type ReadableStore<Value> = {
  read: () => Value;
  /** Calls `listener` whenever the value has been replaced. Answers the way to stop. */
  subscribe: (listener: () => void) => () => void;
};

/** A value that is kept beside React: whoever is no component may read and replace it too. */
export type Store<Value> = ReadableStore<Value> & {
  /** Replaces the value, and tells those who listen. */
  write: (value: Value) => void;
};

export function createStore<Value>(first: Value): Store<Value> {
  let current = first;
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

/** The value of a store, or what `pick` takes of it. The component is drawn again when that is another than before. */
export function useStore<Value>(store: ReadableStore<Value>): Value;
export function useStore<Value, Picked>(store: ReadableStore<Value>, pick: (value: Value) => Picked): Picked;
export function useStore<Value, Picked>(
  { subscribe, read }: ReadableStore<Value>,
  pick?: (value: Value) => Picked,
): Value | Picked {
  return useSyncExternalStore(subscribe, () => (pick ? pick(read()) : read()));
}
