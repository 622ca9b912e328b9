import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatTotal } from '../ui/format-total.ts';
import type { GistFilter } from './gist-filter.ts';
import css from './gists.module.css';
import { gistCount, starredGists } from './queries.ts';

const tabs: readonly { name: string; filter: GistFilter }[] = [
  { name: 'All', filter: {} },
  { name: 'Starred', filter: { starred: 'true' } },
  { name: 'Mine', filter: { owner_id: 'me' } },
];

/** Tabs with counts. The search stays the same when the tab changes. */
export function GistTabs({ filter: { starred, owner_id, ...rest } }: { filter: GistFilter }) {
  return (
    <nav className={css.tabs} aria-label="Gist lists">
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

/**
 * The number of gists of a tab. Without a search, the browser counts the starred gists, so that a new star is counted
 * immediately.
 */
function Count({ filter }: { filter: GistFilter }) {
  const { data: ids } = useQuery(starredGists);
  const isCountedLocally = Object.keys(filter).every(name => name === 'starred' || name === 'sort') && filter.starred;
  const { data: counted } = useQuery({ ...gistCount(filter), enabled: !isCountedLocally });
  const total = isCountedLocally ? ids && { count: ids.size, exact: true } : counted;
  return <span className="number">{total && formatTotal(total)}</span>;
}
