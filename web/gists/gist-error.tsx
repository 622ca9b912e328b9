import { Link } from '@tanstack/react-router';
import { ApiError } from '../api-client/errors.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** Explains why a gist cannot be shown: unknown, deleted, private, or a failed request. */
export function GistError({ id, error, retry }: { id: string; error: Error | null; retry: () => void }) {
  const title = error instanceof ApiError ? titles[error.status] : undefined;
  return (
    <>
      <h1 className="visually-hidden">Gist {id}</h1>
      {title && error instanceof ApiError ? (
        <EmptyState icon={error.status === 403 ? 'lock' : 'search'} title={title}>
          <p>{error.description}</p>
          <Link className="button" to="/gists">
            Go to all gists
          </Link>
        </EmptyState>
      ) : (
        <ErrorState title="Couldn’t load the gist" error={error} retry={retry} />
      )}
    </>
  );
}

const titles: Readonly<Record<number, string>> = {
  403: 'This gist is private',
  404: 'Gist not found',
  410: 'This gist was deleted',
};
