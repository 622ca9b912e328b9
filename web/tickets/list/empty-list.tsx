import { Link } from '@tanstack/react-router';
import { useRunAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { isSameFilter, type TicketFilter } from '../filter/filter.ts';
import { builtInViews, openView } from '../filter/list-views.ts';
import { useChangeFilter } from '../filter/use-change-filter.ts';

export function EmptyList({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter);
  if (filter.q !== undefined) {
    return (
      <EmptyState icon="search" title={`No results for “${filter.q}”`}>
        <p>
          Search matches whole words: “refund” does not find “refunds”. A ticket must contain all of them, in its
          subject, description, customer name or messages.
        </p>
        {!isSameFilter(filter, { q: filter.q }) && (
          <Link className="button" to="/tickets" search={{ q: filter.q }}>
            Search all tickets
          </Link>
        )}
        <button type="button" className="button" onClick={() => change({ q: undefined })}>
          Clear the search
        </button>
      </EmptyState>
    );
  }
  if (builtInViews.some(view => isSameFilter(view.filter, filter)))
    return <EmptyView open={isSameFilter(openView.filter, filter)} />;
  return (
    <EmptyState icon="inbox" title="No tickets match these filters">
      <p>Remove a filter, or start over.</p>
      <Link className="button" to="/tickets" search={openView.filter}>
        Show all open tickets
      </Link>
    </EmptyState>
  );
}

function EmptyView({ open }: { open: boolean }) {
  const mayCreate = useIsAllowed('POST /tickets');
  const run = useRunAction();
  return (
    <EmptyState icon="check" title={open ? 'All done: no open tickets' : 'Nothing here'}>
      {open ? (
        <p>Nobody is waiting for a reply.</p>
      ) : (
        <Link className="button" to="/tickets" search={openView.filter}>
          Go to open tickets
        </Link>
      )}
      {mayCreate && (
        <button type="button" className="button" onClick={() => run('ticket.new')}>
          New ticket
        </button>
      )}
    </EmptyState>
  );
}
