import type { Ticket } from '#contract';
import { useNameOf } from '../people/use-people.ts';
import { exact } from '../ui/time-words.ts';
import css from './print-head.module.css';
import { priorityLooks, stateLooks } from './words.ts';

/** What stands above a ticket on paper: all that its header shows by controls. */
export function PrintHead({ ticket }: { ticket: Ticket }) {
  const nameOf = useNameOf();
  const { id, subject, customer_name: name, customer_email: email, assignee_id: assignee, tags } = ticket;
  const facts: readonly (readonly [what: string, value: string | null])[] = [
    ['Customer', [name, email].filter(Boolean).join(', ') || null],
    ['State', stateLooks[ticket.state].label],
    ['Priority', priorityLooks[ticket.priority].label],
    ['Assigned to', assignee === null ? 'Nobody' : nameOf(assignee)],
    ['Tags', tags.join(', ') || null],
    ['Opened', exact(Date.parse(ticket.created_at))],
    ['Closed', ticket.closed_at && exact(Date.parse(ticket.closed_at))],
  ];
  return (
    <header className={css.head} data-print>
      <p>#{id}</p>
      <h1>{subject}</h1>
      <dl>
        {facts.map(
          ([what, value]) =>
            value !== null && (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </header>
  );
}
