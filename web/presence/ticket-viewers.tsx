import { usePersonName } from '../people/use-people.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useAnnouncement } from '../ui/use-announcement.ts';
import css from './presence.module.css';
import { type PresentPerson, usePresentPeople } from './presence-store.ts';

const maxShown = 3;
/** Screen readers announce changes at most this often. */
const announcementMilliseconds = 10_000;

/** The other people who have a ticket open. */
export function TicketViewers({ ticketId }: { ticketId: string }) {
  const people = usePresentPeople(ticketId);
  const getName = usePersonName();
  const describe = ({ person_id: id, mode }: PresentPerson): string => `${getName(id)} is ${mode}`;
  const descriptions = people.map(describe);
  const announcement = useAnnouncement(descriptions.join(', '), announcementMilliseconds);
  const hidden = descriptions.slice(maxShown);
  return (
    <span className={css.viewers}>
      {people.slice(0, maxShown).map(person => (
        <span key={person.person_id} className={css.viewer} data-mode={person.mode}>
          <Avatar name={getName(person.person_id)} size={22} title={describe(person)} />
        </span>
      ))}
      {hidden.length > 0 && (
        <span className={css.more} title={hidden.join(', ')} aria-hidden="true">
          +{hidden.length}
        </span>
      )}
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </span>
  );
}

/** Shows that other people are writing in a ticket. Shows the name of one person, or the number of several. */
export function Writers({ ticketId }: { ticketId: string }) {
  const getName = usePersonName();
  const [first, ...others] = usePresentPeople(ticketId).filter(({ mode }) => mode === 'writing');
  if (!first) return null;
  return (
    <span className={css.writers} aria-hidden="true">
      {others.length === 0 ? `${getName(first.person_id)} is writing…` : `${others.length + 1} people are writing…`}
    </span>
  );
}
