import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Broken } from './broken.tsx';

type OnDemandProps = {
  /** What is loaded; another one is tried anew. */
  name: string;
  /** The room it takes, as CSS has it: also while it comes, and when it cannot be had. */
  height: string;
  /** What is shown while it comes; by itself nothing. */
  waiting?: ReactNode;
  children: ReactNode;
};

/** A part of the page whose code is loaded when it is first shown. If it cannot be had, the page around it is still good. */
export function OnDemand({ name, height, waiting, children }: OnDemandProps) {
  return (
    <CatchBoundary
      getResetKey={() => name}
      errorComponent={({ error }: { error: unknown }) => <Broken error={error} height={height} />}
    >
      <Suspense fallback={waiting ?? <div style={{ height }} aria-busy="true" />}>{children}</Suspense>
    </CatchBoundary>
  );
}
