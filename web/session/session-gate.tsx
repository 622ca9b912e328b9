import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { fetchSession, type SessionInfo } from '../api-client/client.ts';
import { LandingPage } from './landing.tsx';
import { storeLastSignedIn } from './last-signed-in.ts';
import { PersonContext } from './person.ts';
import { sessionQuery } from './queries.ts';
import { SessionEndedDialog } from './session-ended-dialog.tsx';

type SessionGateProps = {
  /** Shown while the session loads. */
  fallback: ReactNode;
  children: ReactNode;
};

/** Renders the app for signed-in people, and the landing page for signed-out visitors. */
export function SessionGate({ fallback, children }: SessionGateProps) {
  // Does not suspend. React shows a fallback for at least 0.3 s, and the session usually arrives sooner.
  const { data: session } = useQuery({ ...sessionQuery, throwOnError: true });
  return session ? <LoadedSession session={session}>{children}</LoadedSession> : fallback;
}

function LoadedSession({ session, children }: { session: SessionInfo; children: ReactNode }) {
  useEffect(() => storeLastSignedIn(session.signed_in), [session.signed_in]);
  useReloadOnRestore(session.signed_in ? session.person.id : null);
  if (!session.signed_in) return <LandingPage />;
  return (
    <PersonContext value={session.person}>
      <SessionEndedDialog person={session.person} />
      {children}
    </PersonContext>
  );
}

/**
 * Reloads a page from the back/forward cache if the signed-in person has changed.
 *
 * @param personId of the page's person, null if signed out
 */
function useReloadOnRestore(personId: string | null): void {
  useEffect(() => {
    const compare = async ({ persisted }: PageTransitionEvent): Promise<void> => {
      if (!persisted) return;
      const session = await fetchSession();
      if ((session.signed_in ? session.person.id : null) !== personId) location.reload();
    };
    const onPageShow = (event: PageTransitionEvent): void => void compare(event).catch(() => undefined);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [personId]);
}
