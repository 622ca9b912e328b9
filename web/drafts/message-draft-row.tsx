import type { StoredMessageDraft } from '../messages/all-message-drafts.ts';
import { discardMessageDraft } from '../messages/composer/discard-message-draft.ts';
import { usePerson } from '../session/person.ts';
import { TicketTextRow } from './ticket-text-row.tsx';

const labels = { reply: 'Reply', note: 'Note' } as const;

/** An unsent reply or note. */
export function MessageDraftRow({ message: { ticketId, type, draft } }: { message: StoredMessageDraft }) {
  const { id: personId } = usePerson();
  return (
    <TicketTextRow
      ticketId={ticketId}
      icon={type === 'reply' ? 'bubble' : 'pencil'}
      kind={labels[type]}
      what={`${labels[type].toLowerCase()} to #${ticketId}`}
      text={draft.text}
      changedAt={draft.keptAt}
      discard={() => discardMessageDraft(personId, ticketId, type)}
    />
  );
}
