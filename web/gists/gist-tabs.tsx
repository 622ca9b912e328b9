import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatTotal } from '../ui/total.ts';
import type { GistFilter } from './filter.ts';
import css from './gists.module.css';
import { gistCount, starredGists } from './queries.ts';

const tabs: readonly { name: string; filter: GistFilter }[] = [
  { name: 'All', filter: {} },
  { name: 'Starred', filter: { starred: 'true' } },
  { name: 'Mine', filter: { owner_id: 'me' } },
];

/** All, Starred, Mine, each with how many there are. A search goes along from one to the other. */
export function GistTabs({ filter: { starred, owner_id, ...rest } }: { filter: GistFilter }) {
  return (
    <nav className={css.tabs} aria-label="Which gists">
      {tabs.map(({ name, filter }) => (
        <Link
          key={name}
          to="/gists"
          search={{ ...rest, ...filter }}
          activeOptions={{ exact: true }}
          aria-current={filter.starred === starred && filter.owner_id === owner_id ? 'page' : undefined}
        >
          {name} <Count filter={{ ...rest, ...filter }} />
        </Link>
      ))}
    </nav>
  );
}

/** The starred ones are counted here: a star shows at once. */
function Count({ filter }: { filter: GistFilter }) {
  const { data: ids } = useQuery(starredGists);
  const isCountedHere = Object.keys(filter).every(name => name === 'starred' || name === 'sort') && filter.starred;
  const { data: counted } = useQuery({ ...gistCount(filter), enabled: !isCountedHere });
  const total = isCountedHere ? ids && { count: ids.size, exact: true } : counted;
  return <span className="number">{total && formatTotal(total)}</span>;
}
