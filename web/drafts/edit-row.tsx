import { getDescriptionEditKey, getMessageEditKey, type StoredEdit } from '../messages/thread/edit-drafts.ts';
import { getMessageAnchor } from '../messages/thread/use-thread-scroll.ts';
import { usePerson } from '../session/person.ts';
import { discardDraft } from '../storage/discard-draft.ts';
import { TicketTextRow } from './ticket-text-row.tsx';

/** An unsaved edit of a message or a description. */
export function EditRow({ edit: { ticketId, messageId, draft } }: { edit: StoredEdit }) {
  const { id: personId } = usePerson();
  const draftKey =
    messageId === null ? getDescriptionEditKey(personId, ticketId) : getMessageEditKey(personId, ticketId, messageId);
  const what = messageId === null ? `change to the description of #${ticketId}` : `change to a message of #${ticketId}`;
  return (
    <TicketTextRow
      ticketId={ticketId}
      hash={messageId === null ? 'description' : getMessageAnchor(messageId)}
      icon="pencil"
      kind={messageId === null ? 'Change to the description' : 'Change to a message'}
      what={what}
      text={draft.text}
      changedAt={0}
      discard={() => discardDraft(draftKey, 'Change discarded')}
    />
  );
}
