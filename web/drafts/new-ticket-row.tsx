import { useRunAction } from '../keyboard/use-action.ts';
import { useIsAllowed } from '../session/permissions.ts';
import { usePerson } from '../session/person.ts';
import { discardDraft } from '../storage/discard-draft.ts';
import { getNewTicketDraftKey, type LocalTicketDraft, listTypedValues } from '../tickets/new/new-ticket-draft.ts';
import { DiscardButton } from '../ui/discard-button.tsx';
import { DraftRow } from './draft-row.tsx';

/** A draft of a new ticket, which opens its dialog. Viewers can copy the text. */
export function NewTicketRow({ draft }: { draft: LocalTicketDraft }) {
  const draftKey = getNewTicketDraftKey(usePerson().id);
  const run = useRunAction();
  const mayCreate = useIsAllowed('POST /tickets');
  const { subject, description } = draft.fields;
  const name = subject || 'No subject yet';
  return (
    <DraftRow
      icon="plus"
      title={
        mayCreate ? (
          <button type="button" onClick={() => run('ticket.new')}>
            {name}
          </button>
        ) : (
          name
        )
      }
      kind="New ticket"
      text={mayCreate ? (description ?? '') : listTypedValues(draft.fields).join('\n')}
      copyLabel={mayCreate ? null : 'the new ticket'}
      changedAt={draft.keptAt}
    >
      <DiscardButton label="the new ticket" onDiscard={() => discardDraft(draftKey, 'New ticket discarded')} />
    </DraftRow>
  );
}
