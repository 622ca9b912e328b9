import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Person } from '#contract';
import type { TicketFilter } from '../../tickets/filter/filter.ts';
import { ticketCount } from '../../tickets/queries.ts';
import { formatTotal } from '../../ui/format-total.ts';
import css from './people.module.css';

const toFilter = ({ id }: Person): TicketFilter => ({
  ...{ state: 'open', assignee_id: id, sort: '-priority,created_at' },
});

/** Formats the number of a person's open tickets: "3 open tickets". Returns "open tickets" until they are counted. */
export function useOpenTicketsText(person: Person): string {
  const { data: total } = useQuery(ticketCount(toFilter(person)));
  if (total === undefined) return 'open tickets';
  return `${formatTotal(total)} open ${total.count === 1 ? 'ticket' : 'tickets'}`;
}

/** The open tickets of a person, as a link to their list. */
export function AssignedTickets({ person }: { person: Person }) {
  const text = useOpenTicketsText(person);
  return (
    <Link className={`${css.tickets} number`} to="/tickets" search={toFilter(person)}>
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </Link>
  );
}
