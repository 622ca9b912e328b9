import { createStore } from '../storage/observable-store.ts';
import { matchStroke } from './keystroke.ts';

/** Maximum pause within a sequence. */
const timeoutMilliseconds = 1500;

/** Tracks the keystrokes of a sequence such as `g i`. Resets after the last keystroke or a timeout. */
export function createSequence<Name extends string>(namesByKeys: ReadonlyMap<string, Name>) {
  const pending = createStore('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: string): void => {
    clearTimeout(timer);
    if (next !== '') timer = setTimeout(() => set(''), timeoutMilliseconds);
    if (next !== pending.read()) pending.write(next);
  };
  return {
    /** The pressed keys of an incomplete sequence; otherwise empty. */
    pending,
    reset: () => set(''),
    /** Adds a keystroke. Returns the action that it completes, or null. */
    push: (stroke: string): Name | null => {
      const match = matchStroke(namesByKeys, pending.read(), stroke);
      set(match.pending);
      return match.action;
    },
  };
}
