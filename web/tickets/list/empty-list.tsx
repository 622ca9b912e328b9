import { Link } from '@tanstack/react-router';
import { useRun } from '../../keyboard/use-action.ts';
import { useMay } from '../../session/may.ts';
import { Empty } from '../../ui/empty.tsx';
import { sameFilter, type TicketFilter } from '../filter/filter.ts';
import { useChangeFilter } from '../filter/use-change-filter.ts';
import { openView, views } from '../filter/views.ts';

/** A list without tickets: why that may be, and what to do next. */
export function EmptyList({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter);
  if (filter.q !== undefined) {
    return (
      <Empty icon="search" title={`Nothing found for “${filter.q}”`}>
        <p>
          Search finds whole words, all of them in one ticket, in its subject, description, customer’s name and
          messages: “refund” does not find “refunds”.
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
    <Empty icon="inbox" title="No ticket fits these filters">
      <p>Take a filter away by its chip, or start over.</p>
      <Link className="button" to="/tickets" search={openView.filter}>
        Show all open tickets
      </Link>
    </Empty>
  );
}

function EmptyView({ open }: { open: boolean }) {
  const mayCreate = useMay('POST /tickets');
  const run = useRun();
  return (
    <Empty icon="check" title={open ? 'All done: nothing is open' : 'Nothing here'}>
      {open ? (
        <p>Nobody waits for an answer.</p>
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
