import { Link } from '@tanstack/react-router';
import { toSearchText } from '../list/prefix-query.ts';
import { useIsAllowed } from '../session/permissions.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { GistFilter } from './gist-filter.ts';

/** Explains an empty list and offers the next steps. */
export function EmptyGists({ filter }: { filter: GistFilter }) {
  const { q, ...rest } = filter;
  if (q !== undefined) {
    const isNarrow = rest.starred !== undefined || rest.owner_id !== undefined;
    return (
      <EmptyState icon="search" title={`No results for “${toSearchText(q)}”`}>
        <p>
          A gist must contain all words, in its description, file names or contents.
          {isNarrow && ' The search covered only this list.'}
        </p>
        {isNarrow && (
          <Link className="button" to="/gists" search={{ q }}>
            Search all gists
          </Link>
        )}
        <Link className="button" to="/gists" search={rest}>
          Clear the search
        </Link>
      </EmptyState>
    );
  }
  if (filter.starred === 'true') {
    return (
      <EmptyState icon="star-outline" title="No starred gists">
        <p>Star the gists you use most. They appear here, and first when you insert a gist into a reply.</p>
        <Link className="button" to="/gists" search={{}}>
          Show all gists
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="file" title={filter.owner_id === 'me' ? 'You have no gists yet' : 'No gists yet'}>
      <p>A gist is text your team reuses: a reply, a runbook, a snippet.</p>
      <NewGist />
    </EmptyState>
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
