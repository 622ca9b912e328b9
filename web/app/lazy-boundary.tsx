import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { ErrorFallback } from './error-fallback.tsx';

type LazyBoundaryProps = {
  /** Identifies the content; a new name resets the error. */
  name: string;
  /** CSS height while loading and after an error. */
  height: string;
  /** Shown while loading; by default an empty box. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** Boundary for a lazy part of the page. An error in it leaves the rest of the page intact. */
export function LazyBoundary({ name, height, fallback, children }: LazyBoundaryProps) {
  return (
    <CatchBoundary
      getResetKey={() => name}
      errorComponent={({ error }: { error: unknown }) => <ErrorFallback error={error} height={height} />}
    >
      <Suspense fallback={fallback ?? <div style={{ height }} aria-busy="true" />}>{children}</Suspense>
    </CatchBoundary>
  );
}
