import { useEffect } from 'react';
import { useIsAllowed } from '../session/permissions.ts';
import { announcePresence } from './announce-presence.ts';

/** Announces that the person has a ticket open. */
export function useAnnouncePresence(ticketId: string): void {
  const mayWrite = useIsAllowed('POST /tickets/{ticket_id}/messages');
  useEffect(() => {
    const controller = new AbortController();
    announcePresence(ticketId, mayWrite, controller.signal);
    return () => controller.abort();
  }, [ticketId, mayWrite]);
}
