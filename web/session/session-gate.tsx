import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { LandingPage } from './landing.tsx';
import { storeLastSignedIn } from './last-signed-in.ts';
import { PersonContext } from './person.ts';
import { sessionQuery } from './queries.ts';
import { SessionEndedDialog } from './session-ended-dialog.tsx';
import { useReloadOnRestore } from './use-reload-on-restore.ts';

/** Renders the app for signed-in people, and the landing page for others. Suspends while the session loads. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
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
