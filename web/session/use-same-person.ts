import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readSession } from '../api.ts';
import { holdRequests, isHeld, releaseRequests } from '../session-hold.ts';
import { hearOtherWindows, tellOtherWindows } from './channel.ts';
import { sessionQuery } from './queries.ts';

/**
 * Sees to it that a page speaks for one person only, whatever happens in other windows: it rests while they are signed
 * out and goes on when they are back. Somebody else who signed in gets a page of their own.
 */
export function useSamePerson(personId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = async (): Promise<void> => {
      const session = await readSession();
      if (!session.signed_in) return;
      if (session.person.id !== personId) return location.reload();
      client.setQueryData(sessionQuery.queryKey, session);
      releaseRequests();
    };
    // Where nobody can tell now, the dialog goes on lying there, and the next look will.
    const lookIfHeld = (): void => void (isHeld() && look().catch(() => undefined));
    const stopHearing = hearOtherWindows(news => {
      if (news.personId !== personId) holdRequests();
      if (news.personId !== null) lookIfHeld();
    });
    addEventListener('focus', lookIfHeld);
    tellOtherWindows({ personId });
    return () => {
      stopHearing();
      removeEventListener('focus', lookIfHeld);
    };
  }, [client, personId]);
}
