import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Ticket } from '#contract';
import { usePersonName } from '../people/use-people.ts';
import { formatExactTime } from '../ui/format-time.ts';
import { describeProperties } from './describe-properties.ts';
import css from './print-header.module.css';
import { getTicketUrl } from './ticket-url.ts';

export function PrintHeader({ ticket }: { ticket: Ticket }) {
  const getName = usePersonName();
  const printedAt = usePrintedAt();
  const { id, subject } = ticket;
  return (
    <header className={css.head} data-print>
      <p>
        #{id} · {getTicketUrl(id)} · printed {formatExactTime(printedAt)}
      </p>
      <h1 dir="auto">{subject}</h1>
      <dl>
        {describeProperties(ticket, getName).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
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
