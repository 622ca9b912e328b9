import { useSyncExternalStore } from 'react';
import { age, exact, when } from './time-words.ts';

const tick = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for however many moments are shown: a list scrolls past hundreds. */
function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present, in steps of half a minute. */
const useNow = (): number => useSyncExternalStore(onTick, () => Math.floor(Date.now() / tick) * tick);

/**
 * A moment, in words; its title, which is what print.css prints, is exact. `as` chooses between `18h` and `yesterday at
 * 16:12`.
 */
export function Time({ at, as, className }: { at: string; as: 'age' | 'when'; className?: string | undefined }) {
  const now = useNow();
  const time = Date.parse(at);
  return (
    <time className={className} dateTime={at} title={exact(time)}>
      {as === 'age' ? age(time, now) : <span>{when(time, now)}</span>}
    </time>
  );
}
