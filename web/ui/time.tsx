import { useSyncExternalStore } from 'react';
import { formatAge, formatExactTime, formatTime } from './format-time.ts';

const tickMilliseconds = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Shares one timer among all `Time` components, of which a page may have hundreds. */
function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, tickMilliseconds);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the current time in steps of 30 seconds, in milliseconds since 1970. */
export const useNow = (): number =>
  useSyncExternalStore(onTick, () => Math.floor(Date.now() / tickMilliseconds) * tickMilliseconds);

/**
 * A formatted time: `18h` as `age`, `yesterday at 16:12` as `when`. The title, which print.css prints, is exact.
 */
export function Time({ at, as, className }: { at: string; as: 'age' | 'when'; className?: string | undefined }) {
  const now = useNow();
  const time = Date.parse(at);
  return (
    <time className={className} dateTime={at} title={formatExactTime(time)}>
      {as === 'age' ? formatAge(time, now) : <span>{formatTime(time, now)}</span>}
    </time>
  );
}
