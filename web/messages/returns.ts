import { useEffect, useRef } from 'react';
import type { MessageType } from '#contract/vocabulary';

/** A message that is its author's again, by what tells its draft. */
export type Return = { ticketId: string; type: MessageType };

/** Shows what came back, if it is of its ticket; answers whether it is. */
type Listener = (returned: Return) => boolean;

const listeners = new Set<Listener>();

/** What the next composer of a ticket is to show first. */
let awaited: Return | null = null;

/** Tells the composer on the screen; answers whether it is the one of that ticket. */
export const tellReturn = (returned: Return): boolean => [...listeners].some(listener => listener(returned));

/** Says what the composer that is about to be opened is to show. */
export function awaitReturn(returned: Return): void {
  awaited = returned;
}

/** Calls `show` with the kind of each message of a ticket that comes back, and of one that this composer was opened for. */
export function useReturns(ticketId: string, show: (type: MessageType) => void): void {
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    const listener: Listener = returned => {
      if (returned.ticketId !== ticketId) return false;
      latest.current(returned.type);
      return true;
    };
    listeners.add(listener);
    if (awaited && listener(awaited)) awaited = null;
    return () => void listeners.delete(listener);
  }, [ticketId]);
}
