import { discardDraft } from '../storage/discard-draft.ts';
import type { UnsavedField } from '../tickets/fields/unsaved-fields.ts';
import { TicketTextRow } from './ticket-text-row.tsx';

/** An unsaved edit of a subject or a customer. */
export function FieldRow({ unsaved: { ticketId, field, text, draftKey } }: { unsaved: UnsavedField }) {
  return (
    <TicketTextRow
      ticketId={ticketId}
      hash={field}
      icon="pencil"
      kind={`Change to the ${field}`}
      what={`change to the ${field} of #${ticketId}`}
      text={text}
      changedAt={0}
      discard={() => discardDraft(draftKey, 'Change discarded')}
    />
  );
}
