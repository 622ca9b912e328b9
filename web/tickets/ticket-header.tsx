import type { Ticket } from '#contract';
import { AssigneeField } from './assignee-field.tsx';
import { SubjectField } from './subject-field.tsx';
import { TagsField } from './tags-field.tsx';
import ticketCss from './ticket.module.css';
import css from './ticket-header.module.css';
import { TicketToolbar } from './ticket-toolbar.tsx';
import { PriorityField, StateField } from './word-fields.tsx';

/** Everything about a ticket but its thread, each part edited where it stands. */
export function TicketHeader({ ticket }: { ticket: Ticket }) {
  return (
    <header className={ticketCss.top}>
      <TicketToolbar id={ticket.id} ticket={ticket} />
      <SubjectField ticket={ticket} />
      <div className={css.properties}>
        <StateField ticket={ticket} />
        <PriorityField ticket={ticket} />
        <AssigneeField ticket={ticket} />
        <TagsField ticket={ticket} />
      </div>
    </header>
  );
}
