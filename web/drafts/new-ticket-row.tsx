import { useRun } from '../keyboard/use-action.ts';
import { showUndo } from '../notices/notices.ts';
import { usePerson } from '../session/person.ts';
import { keepTicketDraft, type TicketDraft } from '../tickets/new/new-ticket-draft.ts';
import { DiscardButton } from '../ui/discard-button.tsx';
import { DraftRow } from './draft-row.tsx';
import css from './drafts.module.css';

/** A ticket that is not made yet; its dialog goes on with it. */
export function NewTicketRow({ draft }: { draft: TicketDraft }) {
  const { id: personId } = usePerson();
  const run = useRun();
  const { subject, description } = draft.fields;
  const discard = (): void => {
    keepTicketDraft(personId, null);
    showUndo('New ticket discarded', () => keepTicketDraft(personId, draft));
  };
  return (
    <DraftRow
      icon="plus"
      title={
        <button type="button" className={css.open} onClick={() => run('ticket.new')}>
          {subject || 'No subject yet'}
        </button>
      }
      kind="New ticket"
      text={description ?? ''}
      keptAt={draft.keptAt}
    >
      <DiscardButton what="the new ticket" onDiscard={discard} />
    </DraftRow>
  );
}
