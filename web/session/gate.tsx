import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { SessionEnded } from './ended.tsx';
import { noteKnownHere } from './known-here.ts';
import { Landing } from './landing.tsx';
import { PersonContext } from './person.ts';
import { sessionQuery } from './queries.ts';
import { useReturn } from './use-return.ts';

/** Renders the app for signed-in people, and the landing page for others. Suspends while the session loads. */
export function Gate({ children }: { children: ReactNode }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  useEffect(() => noteKnownHere(session.signed_in), [session.signed_in]);
  useReturn(session.signed_in ? session.person.id : null);
  if (!session.signed_in) return <Landing />;
  return (
    <PersonContext value={session.person}>
      <SessionEnded person={session.person} />
      {children}
    </PersonContext>
  );
}
