import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { placeOf } from '../tickets/filter.ts';
import { ticketCount } from '../tickets/queries.ts';
import { useFilter } from '../tickets/use-filter.ts';
import { type View, viewOf, views } from '../tickets/views.ts';
import { formatTotal } from '../ui/total.ts';
import { RailLink } from './rail-link.tsx';

/** The desk's views with how many tickets each has. */
export function ViewLinks() {
  const filter = useFilter();
  const current = filter && viewOf(filter);
  return (
    <ul>
      {views.map(view => (
        <li key={view.name}>
          <ViewLink view={view} current={view === current} />
        </li>
      ))}
    </ul>
  );
}

function ViewLink({ view, current }: { view: View; current: boolean }) {
  const { data: total } = useQuery({ ...ticketCount(view.filter), enabled: view.counted });
  const { path, search } = placeOf(view.filter);
  return (
    <Link to={path} search={search} activeOptions={{ exact: true }} aria-current={current ? 'page' : undefined}>
      <RailLink icon={view.icon} name={view.name} count={view.counted && total ? formatTotal(total) : undefined} />
    </Link>
  );
}
