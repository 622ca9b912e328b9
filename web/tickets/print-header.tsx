import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Ticket } from '#contract';
import { usePersonName } from '../people/use-people.ts';
import { formatExactTime } from '../ui/format-time.ts';
import type { FieldName } from './edit/ticket-fields.ts';
import { priorityLooks, stateLooks } from './looks.ts';
import css from './print-header.module.css';

/** The email is printed beside the name, the subject above, the description in the thread. */
type PrintedProperty = Exclude<FieldName, 'customer_email' | 'subject' | 'description'> | 'created_at' | 'closed_at';

export function PrintHeader({ ticket }: { ticket: Ticket }) {
  const nameOf = usePersonName();
  const printedAt = usePrintedAt();
  const { id, subject, customer_name: name, customer_email: email, assignee_id: assignee, tags } = ticket;
  const properties: Record<PrintedProperty, readonly [label: string, value: string | null]> = {
    customer_name: ['Customer', [name, email].filter(Boolean).join(', ') || null],
    state: ['State', stateLooks[ticket.state].label],
    priority: ['Priority', priorityLooks[ticket.priority].label],
    assignee_id: ['Assigned to', assignee === null ? 'Nobody' : nameOf(assignee)],
    tags: ['Tags', tags.join(', ') || null],
    created_at: ['Opened', formatExactTime(Date.parse(ticket.created_at))],
    closed_at: ['Closed', ticket.closed_at && formatExactTime(Date.parse(ticket.closed_at))],
  };
  return (
    <header className={css.head} data-print>
      <p>
        #{id} · {`${location.origin}/tickets/${encodeURIComponent(id)}`} · printed {formatExactTime(printedAt)}
      </p>
      <h1 dir="auto">{subject}</h1>
      <dl>
        {Object.values(properties).map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </header>
  );
}

/** Returns the time of printing, in milliseconds since 1970. */
function usePrintedAt(): number {
  const [at, setAt] = useState(Date.now);
  useEffect(() => {
    const update = (): void => flushSync(() => setAt(Date.now()));
    addEventListener('beforeprint', update);
    return () => removeEventListener('beforeprint', update);
  }, []);
  return at;
}
