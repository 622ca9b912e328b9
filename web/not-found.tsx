import { Link } from '@tanstack/react-router';
import { openView } from './tickets/filter/views.ts';
import { Empty } from './ui/empty.tsx';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <main style={{ height: 'var(--page)', display: 'flex' }}>
      <title>Not found · Stardesk</title>
      <h1 className="visually-hidden">Stardesk</h1>
      <Empty icon="search" title="There is nothing at this address">
        <p>The link may be old, or a letter is missing.</p>
        <Link className="button" to="/tickets" search={openView.filter}>
          Go to open tickets
        </Link>
      </Empty>
    </main>
  );
}
