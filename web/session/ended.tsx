import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { onSessionEnd, readSession, type SignedInPerson } from '../api.ts';
import { Dialog } from '../ui/dialog.tsx';
import { hearOtherWindows } from './channel.ts';
import { sessionQuery } from './queries.ts';
import { signInAddress } from './sign-in-address.ts';

const signInWindow = 'popup,width=480,height=680';

/** Lies over the page, which stays as it is, from the end of a session until the same person is back. */
export function SessionEnded({ person }: { person: SignedInPerson }) {
  const [ended, setEnded] = useState(false);
  const resume = useResume(person, () => setEnded(false));
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  useEffect(() => hearOtherWindows(news => (news === 'signed-in' ? resume() : setEnded(true))), [resume]);
  const address = signInAddress('/signed-in');
  const open = () => window.open(address, 'stardesk-sign-in', signInWindow) ?? window.open(address, '_blank');
  return (
    <Dialog open={ended} title="Your session has ended" onDismiss={null}>
      <p>Sign in again to go on. This page and everything you typed stay as they are.</p>
      <button type="button" className="button primary" onClick={open}>
        Sign in again
      </button>
    </Dialog>
  );
}

/** Somebody else who signed in here gets a page of their own; the same person goes on, with what had failed read again. */
function useResume(person: SignedInPerson, whenBack: () => void): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    const session = await readSession();
    if (!session.signed_in) return;
    if (session.person.id !== person.id) return location.reload();
    client.setQueryData(sessionQuery.queryKey, session);
    whenBack();
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  }, [client, person.id, whenBack]);
}
