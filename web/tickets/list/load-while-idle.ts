import { useEffect } from 'react';
import { mayReadAhead } from '../../connection/read-ahead.ts';
import { loadWhileIdle } from '../../load-later.ts';

/** Delay after the first list has loaded. */
const delayMilliseconds = 400;

/** Once the first list has loaded, preloads the ticket's code and then all other lazy chunks. */
export function useLoadWhileIdle(isListLoaded: boolean): void {
  useEffect(() => {
    if (!isListLoaded) return;
    const timer = setTimeout(() => {
      // A failure is reported when a ticket is opened.
      const ticket = mayReadAhead() ? import('../ticket.tsx').catch(() => undefined) : Promise.resolve();
      void ticket.then(loadWhileIdle);
    }, delayMilliseconds);
    return () => clearTimeout(timer);
  }, [isListLoaded]);
}
