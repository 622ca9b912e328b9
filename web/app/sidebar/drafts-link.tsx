import { Link } from '@tanstack/react-router';
import { useAllDrafts } from '../../drafts/use-all-drafts.ts';
import { usePerson } from '../../session/person.ts';
import { SidebarLink } from './sidebar-link.tsx';

/** Link to the drafts, if there are any. */
export function DraftsLink() {
  const { id } = usePerson();
  const { count } = useAllDrafts(id);
  if (count === 0) return null;
  return (
    <ul>
      <li>
        <Link to="/drafts" activeProps={{ 'aria-current': 'page' }}>
          <SidebarLink icon="pencil" name="Drafts" count={String(count)} />
        </Link>
      </li>
    </ul>
  );
}
