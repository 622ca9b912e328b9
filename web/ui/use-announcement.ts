import { useEffect, useRef, useState } from 'react';

/** Screen readers ignore text that a live region contains when it appears. */
const settleMilliseconds = 200;

/**
 * Returns the text of a live region: empty at first, then `text`. The result changes at most once in `milliseconds`, so
 * that screen readers announce each lasting change once.
 */
export function useAnnouncement(text: string, milliseconds: number): string {
  const [announced, setAnnounced] = useState('');
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === announced) return undefined;
    const wait = Math.max(settleMilliseconds, changedAt.current + milliseconds - performance.now());
    const timer = setTimeout(() => {
      changedAt.current = performance.now();
      setAnnounced(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, announced, milliseconds]);
  return announced;
}
