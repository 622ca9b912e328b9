import type { ReactNode } from 'react';
import { useKeptMessages } from '../messages/thread/kept-messages.ts';
import { NoticeRoom } from '../notices/notice-room.tsx';
import { MenuButton } from '../rail/menu-button.tsx';
import { usePerson } from '../session/person.ts';
import { useTicketDraft } from '../tickets/new/new-ticket-draft.ts';
import { Empty } from '../ui/empty.tsx';
import css from './drafts.module.css';
import { MessageRow } from './message-row.tsx';
import { NewTicketRow } from './new-ticket-row.tsx';

/** Everything one has begun and not sent, whatever list its ticket is in, if it still is. */
export function DraftsPage() {
  const { id: personId } = usePerson();
  const messages = useKeptMessages(personId);
  const ticket = useTicketDraft(personId);
  const count = messages.length + (ticket ? 1 : 0);
  return (
    <main className={css.page} id="content" tabIndex={-1}>
      <title>Drafts · Stardesk</title>
      <header className={css.head}>
        <MenuButton />
        <h1>Drafts</h1>
        <span className="number">{count > 0 && count}</span>
      </header>
      {count === 0 && (
        <Empty icon="pencil" title="No drafts">
          <p>Replies, notes and new tickets that you begin wait here until they are sent.</p>
        </Empty>
      )}
      {count > 0 && (
        <Rows>
          {ticket && <NewTicketRow draft={ticket} />}
          {messages.map(message => (
            <MessageRow key={`${message.ticketId} ${message.type}`} message={message} />
          ))}
        </Rows>
      )}
      <NoticeRoom under="list" />
    </main>
  );
}

const Rows = ({ children }: { children: ReactNode }) => (
  <ul className={css.rows} aria-label="Drafts">
    {children}
  </ul>
);
