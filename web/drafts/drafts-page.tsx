import { MenuButton } from '../app/sidebar/menu-button.tsx';
import { PageTitle } from '../session/page-title.tsx';
import { usePerson } from '../session/person.ts';
import { ToastSpacer } from '../toasts/toast-spacer.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import css from './drafts.module.css';
import { GistDraftRow } from './gist-draft-row.tsx';
import { NewTicketRow } from './new-ticket-row.tsx';
import { TestMailRow } from './test-mail-row.tsx';
import { EditRow, FieldRow, MessageDraftRow } from './ticket-text-rows.tsx';
import { useAllDrafts } from './use-all-drafts.ts';

/** Lists all drafts and unsaved edits of the user, except drafts of settings. */
export function DraftsPage() {
  const { id: personId } = usePerson();
  const { ticket, messages, edits, fields, gists, mails, count } = useAllDrafts(personId);
  return (
    <main className={css.page} id="content" tabIndex={-1}>
      <PageTitle>Drafts</PageTitle>
      <header className={css.head}>
        <MenuButton />
        <h1>Drafts</h1>
        <span className="number">{count > 0 && count}</span>
      </header>
      {count === 0 && (
        <EmptyState icon="pencil" title="No drafts">
          <p>Unsent messages and unsaved changes appear here.</p>
        </EmptyState>
      )}
      {count > 0 && (
        <ul className={css.rows} aria-label="Drafts">
          {ticket && <NewTicketRow draft={ticket} />}
          {messages.map(message => (
            <MessageDraftRow key={`${message.ticketId} ${message.type}`} message={message} />
          ))}
          {edits.map(edit => (
            <EditRow key={`${edit.ticketId} ${edit.messageId}`} edit={edit} />
          ))}
          {fields.map(unsaved => (
            <FieldRow key={`${unsaved.ticketId} ${unsaved.field}`} unsaved={unsaved} />
          ))}
          {gists.map(({ gistId, draft }) => (
            <GistDraftRow key={gistId} gistId={gistId} draft={draft} />
          ))}
          {mails.map(mail => (
            <TestMailRow key={mail.answeredId} mail={mail} />
          ))}
        </ul>
      )}
      <ToastSpacer under="list" />
    </main>
  );
}
