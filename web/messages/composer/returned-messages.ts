import { useEffect } from 'react';
import type { MessageType } from '#contract/enums';
import { useLatest } from '../../ui/use-latest.ts';

/** Identifies the draft of a message that the outbox returned. */
export type ReturnedMessage = { ticketId: string; type: MessageType };

/** Shows a returned message. Returns whether the message is visible now. `isRequested`: the user opened the draft. */
type Show = (type: MessageType, isRequested: boolean) => boolean;
type Listener = (returned: ReturnedMessage, isRequested: boolean) => boolean;

const listeners = new Set<Listener>();

/** The returned message to show as soon as the composer of its ticket opens. */
let pending: ReturnedMessage | null = null;

/** Notifies the mounted composer. Returns whether the composer shows the message. */
export const notifyReturned = (returned: ReturnedMessage, isRequested: boolean): boolean =>
  [...listeners].some(listener => listener(returned, isRequested));

/** Makes a ticket's composer show a returned message when it opens. */
export function showReturnedOnOpen(returned: ReturnedMessage): void {
  pending = returned;
}

/** Calls `show` for each returned message of a ticket. Includes a message that waits for the composer to open. */
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
