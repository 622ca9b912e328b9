import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readSession } from '../api.ts';
import { holdRequests, isHeld, releaseRequests } from '../connection/session-hold.ts';
import { hearOtherWindows, tellOtherWindows } from './channel.ts';
import { sessionQuery } from './queries.ts';

/**
 * Sees to it that a page speaks for one person only, whatever happens in other windows: it rests while they are signed
 * out and goes on when they are back. Somebody else who signed in gets a page of their own. Windows tell each other; a
 * page that was told nothing looks when somebody turns to it.
 */
export function useSamePerson(personId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const compare = async (): Promise<void> => {
      const session = await readSession();
      if (session.signed_in && session.person.id === personId) {
        client.setQueryData(sessionQuery.queryKey, session);
        return releaseRequests();
      }
      holdRequests();
      if (session.signed_in) location.reload();
    };
    // Where nobody can tell now, everything stays as it is until the next look.
    const look = (): void => void compare().catch(() => undefined);
    const stopHearing = hearOtherWindows(news => {
      if (news.personId !== personId) holdRequests();
      if (news.personId !== null && isHeld()) look();
    });
    addEventListener('focus', look);
    tellOtherWindows({ personId });
    return () => {
      stopHearing();
      removeEventListener('focus', look);
    };
  }, [client, personId]);
}
