import { dropDraft } from '../kept/drop-draft.ts';
import { useRun } from '../keyboard/use-action.ts';
import { usePerson } from '../session/person.ts';
import { newTicketPlace, type TicketDraft } from '../tickets/new/new-ticket-draft.ts';
import { DiscardButton } from '../ui/discard-button.tsx';
import { DraftRow } from './draft-row.tsx';
import css from './drafts.module.css';

/** A ticket that is not made yet; its dialog goes on with it. */
export function NewTicketRow({ draft }: { draft: TicketDraft }) {
  const place = newTicketPlace(usePerson().id);
  const run = useRun();
  const { subject, description } = draft.fields;
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
      <DiscardButton what="the new ticket" onDiscard={() => dropDraft(place, 'New ticket discarded')} />
    </DraftRow>
  );
}
