import { Link } from '@tanstack/react-router';
import { useRunAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { Empty } from '../../ui/empty.tsx';
import { sameFilter, type TicketFilter } from '../filter/filter.ts';
import { useChangeFilter } from '../filter/use-change-filter.ts';
import { openView, views } from '../filter/views.ts';

/** Explains an empty list and offers what to do next. */
export function EmptyList({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter);
  if (filter.q !== undefined) {
    return (
      <Empty icon="search" title={`No results for “${filter.q}”`}>
        <p>
          Search matches whole words: “refund” does not find “refunds”. A ticket must contain all of them, in its
          subject, description, customer name or messages.
        </p>
        {!sameFilter(filter, { q: filter.q }) && (
          <Link className="button" to="/tickets" search={{ q: filter.q }}>
            Search all tickets
          </Link>
        )}
        <button type="button" className="button" onClick={() => change({ q: undefined })}>
          Clear the search
        </button>
      </Empty>
    );
  }
  if (views.some(view => sameFilter(view.filter, filter)))
    return <EmptyView open={sameFilter(openView.filter, filter)} />;
  return (
    <Empty icon="inbox" title="No tickets match these filters">
      <p>Remove a filter, or start over.</p>
      <Link className="button" to="/tickets" search={openView.filter}>
        Show all open tickets
      </Link>
    </Empty>
  );
}

function EmptyView({ open }: { open: boolean }) {
  const mayCreate = useIsAllowed('POST /tickets');
  const run = useRunAction();
  return (
    <Empty icon="check" title={open ? 'All done: no open tickets' : 'Nothing here'}>
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
    </Empty>
  );
}
