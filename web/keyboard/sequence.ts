import { readStroke } from './keystroke.ts';

/** How long after a stroke the next one still belongs to it. */
const milliseconds = 1500;

/** The strokes of a sequence such as `g i`, as they come. */
export type Sequence<Name extends string> = {
  /** What is under way; else empty. */
  read(): string;
  /** Calls `listener` when that changes. Answers the way to stop. */
  onChange(listener: () => void): () => void;
  /** Reads one more stroke. Answers what it, with those before, stands for. */
  take(stroke: string): Name | null;
  end(): void;
};

/** The strokes of a sequence until it ends, by its last stroke or by itself. */
export function createSequence<Name extends string>(nameOf: ReadonlyMap<string, Name>): Sequence<Name> {
  let pending = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changes = new EventTarget();
  const set = (next: string): void => {
    clearTimeout(timer);
    if (next !== '') timer = setTimeout(() => set(''), milliseconds);
    if (next === pending) return;
    pending = next;
    changes.dispatchEvent(new Event('change'));
  };
  return {
    read: () => pending,
    end: () => set(''),
    take: stroke => {
      const reading = readStroke(nameOf, pending, stroke);
      set(reading.pending);
      return reading.action;
    },
    onChange: listener => {
      changes.addEventListener('change', listener);
      return () => changes.removeEventListener('change', listener);
    },
  };
}
