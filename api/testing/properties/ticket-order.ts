import type { Ticket } from '#contract';
import type { FilterSample, SortBy } from '../arbitraries/ticket-queries.ts';

/** The documented order of tickets, implemented in memory as the oracle for lists. */

const ranks = { state: ['open', 'pending', 'closed'], priority: ['low', 'normal', 'high', 'urgent'] };

/** Larger sorts later; a missing value sorts lowest. ISO times sort as text. */
const weight = (ticket: Ticket, key: SortBy['key']): number | string => {
  if (key === 'state' || key === 'priority') return ranks[key].indexOf(ticket[key]);
  return ticket[key] ?? '';
};

const compare = (one: number | string, other: number | string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Sorts tickets that are given in creation order. Ties follow the direction of the last key. */
export const sortTickets = (created: readonly Ticket[], sort: readonly SortBy[]): Ticket[] => {
  const numbered = created.map((ticket, index) => ({ ticket, index }));
  const last = sort.at(-1)?.descending ? -1 : 1;
  numbered.sort((one, other) => {
    for (const { key, descending } of sort) {
      const difference = compare(weight(one.ticket, key), weight(other.ticket, key));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return last * (one.index - other.index);
  });
  return numbered.map(({ ticket }) => ticket);
};

/** True if a ticket matches a filter. */
export const matchesFilter = (ticket: Ticket, filter: FilterSample, me: string): boolean => {
  const { state, priority, assignee_id, tag, awaiting_reply, created_since = '', updated_since = '', q } = filter;
  return (
    (state === undefined || state.includes(ticket.state)) &&
    (priority === undefined || priority.includes(ticket.priority)) &&
    (assignee_id === undefined || ticket.assignee_id === (assignee_id === 'me' ? me : null)) &&
    (tag === undefined || ticket.tags.includes(tag)) &&
    (awaiting_reply === undefined || ticket.awaiting_reply === awaiting_reply) &&
    ticket.created_at >= created_since &&
    ticket.updated_at >= updated_since &&
    (q === undefined || ticket.subject.includes(q))
  );
};
