import { useEffect } from 'react';
import { mayReadAhead } from '../read-ahead.ts';

/** Milliseconds after the first list, when the page has settled. */
const restAfter = 400;

/** Once the first list is there, loads the code that shows a ticket. */
export function useLoadWhileIdle(isListRead: boolean): void {
  useEffect(() => {
    if (!isListRead) return;
    const timer = setTimeout(() => {
      // Where it cannot be had now, whoever opens a ticket is told.
      if (mayReadAhead()) void import('./ticket.tsx').catch(() => undefined);
    }, restAfter);
    return () => clearTimeout(timer);
  }, [isListRead]);
}
