import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';

/** Shows errors of the session request instead of the app. */
export const SessionBoundary = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 'session'} errorComponent={SessionError}>
    {children}
  </CatchBoundary>
);

function SessionError({ error, reset }: ErrorComponentProps) {
  const { reset: resetQuery } = useQueryErrorResetBoundary();
  const retry = (): void => {
    resetQuery();
    reset();
  };
  return (
    <main style={{ height: 'var(--page)', display: 'flex' }}>
      <h1 className="visually-hidden">Stardesk</h1>
      <ErrorState title="Couldn’t open Stardesk" error={error} retry={retry} />
    </main>
  );
}
