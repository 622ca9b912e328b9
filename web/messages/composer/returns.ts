import { useEffect } from 'react';
import type { MessageType } from '#contract/vocabulary';
import { useLatest } from '../../use-latest.ts';

/** A message that is its author's again: which draft it is in. */
export type Return = { ticketId: string; type: MessageType };

/** Shows what came back; answers whether its author has it in front of them now. `isAsked`: they asked for it. */
type Show = (type: MessageType, isAsked: boolean) => boolean;
type Listener = (returned: Return, isAsked: boolean) => boolean;

const listeners = new Set<Listener>();

/** What the next composer of a ticket is to show first. */
let awaited: Return | null = null;

/** Tells the composer on the screen; answers whether it shows it. */
export const tellReturn = (returned: Return, isAsked: boolean): boolean =>
  [...listeners].some(listener => listener(returned, isAsked));

/** Says what the composer that is about to be opened is to show. */
export function awaitReturn(returned: Return): void {
  awaited = returned;
}

/** Calls `show` with each message of a ticket that comes back, and with one that this composer was opened for. */
export function useReturns(ticketId: string, show: Show): void {
  const latest = useLatest(show);
  useEffect(() => {
    const listener: Listener = (returned, isAsked) =>
      returned.ticketId === ticketId && latest.current(returned.type, isAsked);
    listeners.add(listener);
    if (awaited && listener(awaited, true)) awaited = null;
    return () => void listeners.delete(listener);
  }, [ticketId]);
}
