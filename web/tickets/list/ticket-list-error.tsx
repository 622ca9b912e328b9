import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api-client/errors.ts';
import { usePersonName } from '../../people/use-people.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { describeFilter } from '../filter/describe-filter.ts';
import type { TicketFilter } from '../filter/filter.ts';
import { openView } from '../filter/list-views.ts';
import { useChangeFilter } from '../filter/use-change-filter.ts';

const title = 'Couldn’t load tickets';

/** Field error code: the API does not know this parameter. */
const unknownField = 1007;

/** Reports a failed list. An invalid filter can be removed; any other error can be retried. */
export function TicketListError({ filter, error, retry }: { filter: TicketFilter; error: unknown; retry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 422)
    return <ErrorState title={title} error={error} retry={retry} />;
  return <InvalidFilter filter={filter} error={error} />;
}

/** Lists the URL's invalid parameters with the API's messages and buttons to remove them. */
function InvalidFilter({ filter, error }: { filter: TicketFilter; error: ApiError }) {
  const change = useChangeFilter(filter);
  const getName = usePersonName();
  const conditions = new Map<string, string>(Object.entries(filter));
  const fieldErrors = [...Map.groupBy(error.errors, ({ field }) => field)];
  return (
    <EmptyState icon="search" title={title}>
      <div role="alert">
        {fieldErrors.map(([field, errors]) => (
          <p key={field}>
            {errors.some(({ code }) => code === unknownField)
              ? `Unknown filter “${field}”`
              : `${field} ${errors.map(({ message }) => message).join(', ')}`}
          </p>
        ))}
        {fieldErrors.length === 0 && <p>{error.description ?? error.message}</p>}
      </div>
      {fieldErrors.map(([field]) => {
        const value = conditions.get(field);
        if (value === undefined) return null;
        return (
          <button key={field} type="button" className="button" onClick={() => change({ [field]: undefined })}>
            Remove “{field === 'sort' ? `sort: ${value}` : describeFilter(field, value, getName)}”
          </button>
        );
      })}
      <Link className="button" to="/tickets" search={openView.filter}>
        Show all open tickets
      </Link>
    </EmptyState>
  );
}
