import type { ReactNode, RefObject } from 'react';
import type { Ticket } from '#contract';
import { listKeys } from '../api-client/list-keys.ts';
import detailPane from '../list/detail-pane.module.css';
import { type FieldName, ticketFields } from './edit/ticket-fields.ts';
import { useChangesElsewhere } from './edit/use-changes-elsewhere.ts';
import { AssigneeField } from './fields/assignee-field.tsx';
import { PriorityField, StateField } from './fields/state-and-priority-fields.tsx';
import { SubjectField } from './fields/subject-field.tsx';
import { TagsField } from './fields/tags-field.tsx';
import css from './ticket-header.module.css';
import { TicketToolbar } from './ticket-toolbar.tsx';

/** The fields in the header. The toolbar, the thread and the composer show the other fields. */
type HeaderField = Exclude<FieldName, 'customer_name' | 'customer_email' | 'description' | 'mailbox_id'>;

/** The toolbar and the editable fields of a ticket. Fields that were changed elsewhere are highlighted for a while. */
export function TicketHeader({ ticket, position }: { ticket: Ticket; position: RefObject<number> }) {
  const changed = useChangesElsewhere(ticket);
  const fields: Record<HeaderField, ReactNode> = {
    subject: <SubjectField ticket={ticket} />,
    state: <StateField ticket={ticket} />,
    priority: <PriorityField ticket={ticket} />,
    assignee_id: <AssigneeField ticket={ticket} />,
    tags: <TagsField ticket={ticket} />,
  };
  const renderField = (name: HeaderField) => (
    <span key={name} className={css.field} data-changed={changed.includes(name) || undefined}>
      {fields[name]}
    </span>
  );
  return (
    <header className={detailPane.header}>
      <TicketToolbar id={ticket.id} ticket={ticket} position={position} />
      {renderField('subject')}
      <div className={css.properties}>
        {listKeys(fields)
          .filter(name => name !== 'subject')
          .map(renderField)}
      </div>
      <span role="status" className="visually-hidden">
        {changed.length > 0 &&
          `Changed elsewhere: ${changed.map(name => ticketFields[name].label.toLowerCase()).join(', ')}`}
      </span>
    </header>
  );
}
