import type { ReactNode, RefObject } from 'react';
import type { Ticket } from '#contract';
import opened from '../list/detail-pane.module.css';
import { fieldLabels } from './edit/describe-change.ts';
import type { FieldName } from './edit/merge-change.ts';
import { useOthersChanges } from './edit/use-others-changes.ts';
import { AssigneeField } from './fields/assignee-field.tsx';
import { PriorityField, StateField } from './fields/state-and-priority-fields.tsx';
import { SubjectField } from './fields/subject-field.tsx';
import { TagsField } from './fields/tags-field.tsx';
import css from './ticket-header.module.css';
import { TicketToolbar } from './ticket-toolbar.tsx';

/** The editable fields of a ticket. Changes by others are highlighted for a while. */
export function TicketHeader({ ticket, position }: { ticket: Ticket; position: RefObject<number> }) {
  const changed = useOthersChanges(ticket);
  const mark = (name: FieldName, field: ReactNode) => (
    <span className={css.field} data-changed={changed.includes(name) || undefined}>
      {field}
    </span>
  );
  return (
    <header className={opened.header}>
      <TicketToolbar id={ticket.id} ticket={ticket} position={position} />
      {mark('subject', <SubjectField ticket={ticket} />)}
      <div className={css.properties}>
        {mark('state', <StateField ticket={ticket} />)}
        {mark('priority', <PriorityField ticket={ticket} />)}
        {mark('assignee_id', <AssigneeField ticket={ticket} />)}
        {mark('tags', <TagsField ticket={ticket} />)}
      </div>
      <span role="status" className="visually-hidden">
        {changed.length > 0 &&
          `Changed by someone else: ${changed.map(name => fieldLabels[name].toLowerCase()).join(', ')}`}
      </span>
    </header>
  );
}
