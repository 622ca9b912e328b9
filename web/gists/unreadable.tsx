import { Link } from '@tanstack/react-router';
import { ApiError } from '../api-errors.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';

/** A gist that cannot be shown: there is none, it is gone, it is somebody's own, or it could not be read. */
export function Unreadable({ id, error, retry }: { id: string; error: Error | null; retry: () => void }) {
  const title = error instanceof ApiError ? titles[error.status] : undefined;
  return (
    <>
      <h1 className="visually-hidden">Gist {id}</h1>
      {title && error instanceof ApiError ? (
        <Empty icon={error.status === 403 ? 'lock' : 'search'} title={title}>
          <p>{error.description}</p>
          <Link className="button" to="/gists">
            Go to all gists
          </Link>
        </Empty>
      ) : (
        <Failure what="The gist could not be read" error={error} retry={retry} />
      )}
    </>
  );
}

const titles: Readonly<Record<number, string>> = {
  403: 'This gist is somebody’s own',
  404: 'There is no such gist',
  410: 'This gist was deleted',
};
