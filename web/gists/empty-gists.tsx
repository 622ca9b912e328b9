import { Link } from '@tanstack/react-router';
import { useIsAllowed } from '../session/permissions.ts';
import { Empty } from '../ui/empty.tsx';
import type { GistFilter } from './filter.ts';

/** Explains an empty list and offers what to do next. */
export function EmptyGists({ filter }: { filter: GistFilter }) {
  const { q, ...rest } = filter;
  if (q !== undefined) {
    const isNarrow = rest.starred !== undefined || rest.owner_id !== undefined;
    return (
      <Empty icon="search" title={`No results for “${q}”`}>
        <p>Search matches whole words in descriptions, file names and files{isNarrow && ' of this list'}.</p>
        {isNarrow && (
          <Link className="button" to="/gists" search={{ q }}>
            Search all gists
          </Link>
        )}
        <Link className="button" to="/gists" search={rest}>
          Clear the search
        </Link>
      </Empty>
    );
  }
  if (filter.starred === 'true') {
    return (
      <Empty icon="star-outline" title="No starred gists">
        <p>Star the gists you use most. They appear here, and first when you insert a gist into a reply.</p>
        <Link className="button" to="/gists" search={{}}>
          Show all gists
        </Link>
      </Empty>
    );
  }
  return (
    <Empty icon="file" title={filter.owner_id === 'me' ? 'You have no gists yet' : 'No gists yet'}>
      <p>A gist is text your team reuses: a reply, a runbook, a snippet.</p>
      <NewGist />
    </Empty>
  );
}

function NewGist() {
  if (!useIsAllowed('POST /gists')) return null;
  return (
    <Link className="button" to="/gists/new">
      New gist
    </Link>
  );
}
