import { Link } from '@tanstack/react-router';
import { useKeptMessages } from '../messages/thread/kept-messages.ts';
import { usePerson } from '../session/person.ts';
import { useTicketDraft } from '../tickets/new/new-ticket-draft.ts';
import { RailLink } from './rail-link.tsx';

/** The way to what one has begun, where there is anything. */
export function DraftsLink() {
  const { id } = usePerson();
  const count = useKeptMessages(id).length + (useTicketDraft(id) ? 1 : 0);
  if (count === 0) return null;
  return (
    <ul>
      <li>
        <Link to="/drafts" activeProps={{ 'aria-current': 'page' }}>
          <RailLink icon="pencil" name="Drafts" count={String(count)} />
        </Link>
      </li>
    </ul>
  );
}
