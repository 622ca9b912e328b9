import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { LabelledIcon } from '../../list/labelled-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import type { TicketFilter } from '../filter/filter.ts';
import { FilterLink } from '../filter/filter-link.tsx';
import { priorityLooks } from '../looks.ts';
import type { ListedTicket } from '../queries.ts';
import css from './queue.module.css';

const maxRows = 5;

export type QueueList = {
  title: string;
  filter: TicketFilter;
  /** The time that a row shows. */
  getTime: (ticket: ListedTicket) => string;
  /** Shown if no ticket matches. */
  emptyText: string;
};

type QueueSectionProps = {
  list: QueueList;
  result: Pick<UseInfiniteQueryResult<ListedTicket[]>, 'data' | 'isError' | 'refetch'>;
  /** The filter of the list beside the queue. Links to tickets preserve it, so that the list stays the same. */
  from: TicketFilter;
};

export function QueueSection({ list: { title, filter, getTime, emptyText }, result, from }: QueueSectionProps) {
  const { data: tickets, isError, refetch } = result;
  const titleId = useId();
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>{title}</h3>
        {tickets && tickets.length > maxRows && (
          <FilterLink condition={filter} among="all">
            Show all <span className="visually-hidden">{title}</span>
          </FilterLink>
        )}
      </header>
      {tickets && tickets.length > 0 && (
        <ol>
          {tickets.slice(0, maxRows).map(ticket => (
            <QueueRow key={ticket.id} ticket={ticket} at={getTime(ticket)} from={from} />
          ))}
        </ol>
      )}
      {tickets?.length === 0 && <p>{emptyText}</p>}
      {!tickets && isError && (
        <p>
          Couldn’t load these tickets.{' '}
          <button type="button" className="button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
    </section>
  );
}

function QueueRow({ ticket, at, from }: { ticket: ListedTicket; at: string; from: TicketFilter }) {
  const { label, icon, tint } = priorityLooks[ticket.priority];
  return (
    <li>
      <Link to="/tickets/$ticketId" params={{ ticketId: ticket.id }} search={from}>
        <LabelledIcon label={`${label} priority`} className={css.priority} tint={tint}>
          <Icon name={icon} size={14} />
        </LabelledIcon>
        <span className={`${css.subject} truncate`} dir="auto">
          {ticket.subject}
        </span>
        <span className={`${css.customer} truncate`} dir="auto">
          {ticket.customer_name ?? ticket.customer_email}
        </span>
        <Time at={at} as="age" className={`${css.age} number`} />
      </Link>
    </li>
  );
}
