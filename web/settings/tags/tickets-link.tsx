import { Link } from '@tanstack/react-router';
import type { Tag } from '#contract';
import css from './tags.module.css';

const format = new Intl.NumberFormat('en').format;

/** Formats a number of tickets: "1 ticket". */
export const formatTickets = (count: number): string => `${format(count)} ${count === 1 ? 'ticket' : 'tickets'}`;

/** The number of tickets with a tag, as a link to their list. */
export const TicketsLink = ({ tag: { name, tickets } }: { tag: Tag }) => (
  <Link className={`${css.tickets} number`} to="/tickets" search={{ tag: name }}>
    {formatTickets(tickets)}
    <span className="visually-hidden"> with {name}</span>
  </Link>
);
