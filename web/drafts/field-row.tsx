import { showUndo } from '../notices/notices.ts';
import type { KeptField } from '../tickets/fields/kept-fields.ts';
import { TicketTextRow } from './ticket-text-row.tsx';

/** A subject or a customer that was changed and not saved; the ticket opens with its field. */
export function FieldRow({ kept: { ticketId, field, text, forget, restore } }: { kept: KeptField }) {
  const discard = (): void => {
    forget();
    showUndo('Change discarded', restore);
  };
  return (
    <TicketTextRow
      ticketId={ticketId}
      hash={field}
      icon="pencil"
      kind={`Change to the ${field}`}
      what={`change to the ${field} of #${ticketId}`}
      text={text}
      keptAt={0}
      discard={discard}
    />
  );
}
