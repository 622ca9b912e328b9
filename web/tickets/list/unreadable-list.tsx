import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api-errors.ts';
import { useNameOf } from '../../people/use-people.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failure } from '../../ui/failure.tsx';
import type { TicketFilter } from '../filter/filter.ts';
import { describeCondition } from '../filter/filter-words.ts';
import { useChangeFilter } from '../filter/use-change-filter.ts';
import { openView } from '../filter/views.ts';

const title = 'The tickets could not be read';

/** A list that could not be read: a refusal says how to go on, anything else can be tried again. */
export function UnreadableList({ filter, error, retry }: { filter: TicketFilter; error: unknown; retry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 422) return <Failure what={title} error={error} retry={retry} />;
  return <RefusedList filter={filter} error={error} />;
}

/** A list that the API does not know: what is wrong with each part of the address, in its words, and the ways out. */
function RefusedList({ filter, error }: { filter: TicketFilter; error: ApiError }) {
  const change = useChangeFilter(filter);
  const nameOf = useNameOf();
  const conditions = new Map<string, string>(Object.entries(filter));
  const faults = [...Map.groupBy(error.errors, ({ field }) => field)];
  return (
    <Empty icon="search" title={title}>
      <div role="alert">
        {faults.map(([field, errors]) => (
          <p key={field}>
            <strong>{field}</strong> {errors.map(({ message }) => message).join(', ')}
          </p>
        ))}
        {faults.length === 0 && <p>{error.description ?? error.message}</p>}
      </div>
      {faults.map(([field]) => {
        const value = conditions.get(field);
        if (value === undefined) return null;
        return (
          <button key={field} type="button" className="button" onClick={() => change({ [field]: undefined })}>
            Remove “{field === 'sort' ? `sort: ${value}` : describeCondition(field, value, nameOf)}”
          </button>
        );
      })}
      <Link className="button" to="/tickets" search={openView.filter}>
        Show all open tickets
      </Link>
    </Empty>
  );
}
