import { Link } from '@tanstack/react-router';
import { PageTitle } from '../session/page-title.tsx';
import { openView } from '../tickets/filter/list-views.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** The page for an unknown path. */
export function NotFound() {
  return (
    <main style={{ height: 'var(--page)', display: 'flex' }}>
      <PageTitle>Not found</PageTitle>
      <h1 className="visually-hidden">Stardesk</h1>
      <EmptyState icon="search" title="Page not found">
        <p>The link may be outdated or mistyped.</p>
        <Link className="button" to="/tickets" search={openView.filter}>
          Go to open tickets
        </Link>
      </EmptyState>
    </main>
  );
}
