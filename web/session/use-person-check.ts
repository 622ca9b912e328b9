import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchSession } from '../api-client/client.ts';
import { areRequestsHeld, holdRequests, releaseRequests } from '../api-client/connection/session-hold.ts';
import { sessionQuery } from './queries.ts';
import { notifyOtherWindows, onOtherWindowMessage } from './window-channel.ts';

/**
 * Ensures that a page sends requests as one person only. Holds requests while that person is signed out, and reloads if
 * another person signs in. Windows notify each other; a page also checks when it gets the focus.
 */
export function usePersonCheck(personId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const compare = async (): Promise<void> => {
      const session = await fetchSession();
      if (session.signed_in && session.person.id === personId) {
        client.setQueryData(sessionQuery.queryKey, session);
        return releaseRequests();
      }
      holdRequests();
      if (session.signed_in) location.reload();
    };
    // After an error, nothing changes until the next check.
    const check = (): void => void compare().catch(() => undefined);
    const unsubscribe = onOtherWindowMessage(message => {
      if (message.personId !== personId) holdRequests();
      if (message.personId !== null && areRequestsHeld()) check();
    });
    addEventListener('focus', check);
    notifyOtherWindows({ personId });
    return () => {
      unsubscribe();
      removeEventListener('focus', check);
    };
  }, [client, personId]);
}
