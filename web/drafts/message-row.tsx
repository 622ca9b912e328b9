import { discardMessage } from '../messages/composer/discard.ts';
import type { KeptMessage } from '../messages/kept-messages.ts';
import { usePerson } from '../session/person.ts';
import { TicketTextRow } from './ticket-text-row.tsx';

const kinds = { reply: 'Reply', note: 'Note' } as const;

/** A reply or a note. */
export function MessageRow({ message: { ticketId, type, draft } }: { message: KeptMessage }) {
  const { id: personId } = usePerson();
  return (
    <TicketTextRow
      ticketId={ticketId}
      icon={type === 'reply' ? 'bubble' : 'pencil'}
      kind={kinds[type]}
      what={`${kinds[type].toLowerCase()} to #${ticketId}`}
      text={draft.text}
      keptAt={draft.keptAt}
      discard={() => discardMessage(personId, ticketId, type)}
    />
  );
}
