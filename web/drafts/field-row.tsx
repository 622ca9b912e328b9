import { discardDraft } from '../storage/discard-draft.ts';
import type { KeptField } from '../tickets/fields/kept-fields.ts';
import { TicketTextRow } from './ticket-text-row.tsx';

/** An unsaved edit of a subject or a customer. */
export function FieldRow({ kept: { ticketId, field, text, place } }: { kept: KeptField }) {
  return (
    <TicketTextRow
      ticketId={ticketId}
      hash={field}
      icon="pencil"
      kind={`Change to the ${field}`}
      what={`change to the ${field} of #${ticketId}`}
      text={text}
      keptAt={0}
      discard={() => discardDraft(place, 'Change discarded')}
    />
  );
}
