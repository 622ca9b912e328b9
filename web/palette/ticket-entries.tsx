import type { QueryClient } from '@tanstack/react-query';
import { LookIcon } from '../tickets/look-icon.tsx';
import { priorityLooks, stateLooks } from '../tickets/looks.ts';
import { getCachedRows } from '../tickets/ticket-cache.ts';
import type { TicketHit } from '../tickets/ticket-hits.ts';
import type { PaletteEntry } from './entry.ts';

export function createTicketEntry(ticket: TicketHit, go: (id: string) => void): PaletteEntry {
  const { id, subject, state, priority, customer_name: name, customer_email: email } = ticket;
  const look = state === 'closed' ? stateLooks.closed : priorityLooks[priority];
  return {
    id: `ticket ${id}`,
    section: 'Tickets',
    label: subject,
    icon: look.icon,
    symbol: <LookIcon look={look} />,
    detail: [`#${id}`, name ?? email, state === 'open' ? null : stateLooks[state].label].filter(Boolean).join(' · '),
    synonyms: [name, email].filter(Boolean).join(' '),
    run: () => go(id),
  };
}

const maxTickets = 200;

/** Returns the first tickets of the cached lists. */
export function getCachedTickets(client: QueryClient): TicketHit[] {
  const rows = new Map(getCachedRows(client).map(row => [row.id, row]));
  return [...rows.values()].slice(0, maxTickets);
}
