import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRunAction } from '../../keyboard/use-action.ts';
import { toSearchText } from '../../list/prefix-query.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useTypingPause } from '../../ui/use-typing-pause.ts';
import { isSameFilter, type TicketFilter } from '../filter/filter.ts';
import { builtInViews, openView } from '../filter/list-views.ts';
import { useChangeFilter } from '../filter/use-change-filter.ts';
import { searchSuggestion } from '../queries.ts';

export function EmptyList({ filter }: { filter: TicketFilter }) {
  const change = useChangeFilter(filter);
  if (filter.q !== undefined) {
    return (
      <EmptyState icon="search" title={`No results for “${toSearchText(filter.q)}”`}>
        <Suggestion key={filter.q} q={filter.q} choose={q => change({ q })} />
        <p>A ticket must contain all words: in its subject, description, customer, tags, number or messages.</p>
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

/** Offers the query with its unknown words replaced, after the person has paused typing. */
function Suggestion({ q, choose }: { q: string; choose: (q: string) => void }) {
  const hasPaused = useTypingPause(true);
  const { data } = useQuery({ ...searchSuggestion(q), enabled: hasPaused });
  const suggestion = data?.suggestion ?? null;
  return (
    <div role="status">
      {suggestion !== null && (
        <button type="button" className="button" onClick={() => choose(suggestion)}>
          Did you mean {toSearchText(suggestion)}?
        </button>
      )}
    </div>
  );
}

function EmptyView({ open }: { open: boolean }) {
  const mayCreate = useIsAllowed('POST /tickets');
  const run = useRunAction();
  return (
    <EmptyState icon="check" title={open ? 'All done: no open tickets' : 'Nothing here'}>
      {open ? (
        <p>No customer is waiting for a reply.</p>
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
