import { useEffect } from 'react';
import { mayReadAhead } from '../../connection/read-ahead.ts';
import { loadWhileIdle } from '../../load-later.ts';

/** Milliseconds after the first list, when the page has settled. */
const restAfter = 400;

/** Once the first list is there, loads the code that shows a ticket, then everything else that comes on demand. */
export function useLoadWhileIdle(isListRead: boolean): void {
  useEffect(() => {
    if (!isListRead) return;
    const timer = setTimeout(() => {
      // Where it cannot be had now, whoever opens a ticket is told.
      const ticket = mayReadAhead() ? import('../ticket.tsx').catch(() => undefined) : Promise.resolve();
      void ticket.then(loadWhileIdle);
    }, restAfter);
    return () => clearTimeout(timer);
  }, [isListRead]);
}
