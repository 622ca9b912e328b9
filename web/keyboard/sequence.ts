import { createStore, type ReadableStore } from '../store.ts';
import { readStroke } from './keystroke.ts';

/** How long after a stroke the next one still belongs to it. */
const milliseconds = 1500;

/** The strokes of a sequence such as `g i`, as they come. */
export type Sequence<Name extends string> = {
  /** What is under way; else empty. */
  pending: ReadableStore<string>;
  /** Reads one more stroke. Answers what it, with those before, stands for. */
  take(stroke: string): Name | null;
  end(): void;
};

/** The strokes of a sequence until it ends, by its last stroke or by itself. */
export function createSequence<Name extends string>(nameOf: ReadonlyMap<string, Name>): Sequence<Name> {
  const pending = createStore('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: string): void => {
    clearTimeout(timer);
    if (next !== '') timer = setTimeout(() => set(''), milliseconds);
    if (next !== pending.read()) pending.write(next);
  };
  return {
    pending,
    end: () => set(''),
    take: stroke => {
      const reading = readStroke(nameOf, pending.read(), stroke);
      set(reading.pending);
      return reading.action;
    },
  };
}
