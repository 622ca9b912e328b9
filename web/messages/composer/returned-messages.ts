import { useEffect } from 'react';
import type { MessageType } from '#contract/enums';
import { useLatest } from '../../ui/use-latest.ts';

/** Identifies the draft of a returned message. */
export type ReturnedMessage = { ticketId: string; type: MessageType };

/** Shows a returned message; returns whether it is visible now. `isRequested`: the user requested it. */
type Show = (type: MessageType, isRequested: boolean) => boolean;
type Listener = (returned: ReturnedMessage, isRequested: boolean) => boolean;

const listeners = new Set<Listener>();

/** Message that its ticket's composer shows when it opens. */
let pending: ReturnedMessage | null = null;

/** Notifies the mounted composer; returns whether it shows the message. */
export const notifyReturned = (returned: ReturnedMessage, isRequested: boolean): boolean =>
  [...listeners].some(listener => listener(returned, isRequested));

/** Makes a ticket's composer show a returned message when it opens. */
export function showReturnedOnOpen(returned: ReturnedMessage): void {
  pending = returned;
}

/** Calls `show` for each returned message of a ticket. This includes the message that opened the composer. */
export function useReturnedMessages(ticketId: string, show: Show): void {
  const latest = useLatest(show);
  useEffect(() => {
    const listener: Listener = (returned, isRequested) =>
      returned.ticketId === ticketId && latest.current(returned.type, isRequested);
    listeners.add(listener);
    if (pending && listener(pending, true)) pending = null;
    return () => void listeners.delete(listener);
  }, [ticketId]);
}
