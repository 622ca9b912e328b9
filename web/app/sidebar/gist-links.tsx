import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { starredGists } from '../../gists/queries.ts';
import { useAfterFirstList } from '../../tickets/list/use-after-first-list.ts';
import { SidebarLink } from './sidebar-link.tsx';

export function GistLinks() {
  const { pathname, search } = useLocation();
  const { data: starred } = useQuery({ ...starredGists, enabled: useAfterFirstList() });
  const isGists = pathname.startsWith('/gists');
  const onlyStarred = 'starred' in search && search.starred === 'true';
  return (
    <ul>
      <li>
        <Link
          to="/gists"
          search={{}}
          activeOptions={{ exact: true }}
          aria-current={isGists && !onlyStarred ? 'page' : undefined}
        >
          <SidebarLink icon="file" name="All gists" />
        </Link>
      </li>
      <li>
        <Link
          to="/gists"
          search={{ starred: 'true' }}
          activeOptions={{ exact: true }}
          aria-current={isGists && onlyStarred ? 'page' : undefined}
        >
          <SidebarLink icon="star" name="Starred" starred count={starred && String(starred.size)} />
        </Link>
      </li>
    </ul>
  );
}
