import { useRunAction } from '../keyboard/use-action.ts';
import { useIsAllowed } from '../session/permissions.ts';
import { usePerson } from '../session/person.ts';
import { discardDraft } from '../storage/discard-draft.ts';
import { getNewTicketDraftKey, type LocalTicketDraft, listTypedValues } from '../tickets/new/new-ticket-draft.ts';
import { DraftRow } from './draft-row.tsx';

/** The draft of a new ticket, with a button that opens its dialog. */
export function NewTicketRow({ draft }: { draft: LocalTicketDraft }) {
  const draftKey = getNewTicketDraftKey(usePerson().id);
  const run = useRunAction();
  const mayCreate = useIsAllowed('POST /tickets');
  const name = draft.fields.subject || 'No subject yet';
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
      text={listTypedValues(draft.fields).join('\n')}
      label="the new ticket"
      changedAt={draft.changedAt}
      onDiscard={() => discardDraft(draftKey, 'Draft discarded')}
    />
  );
}
