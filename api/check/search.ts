import type { Finding } from './check.ts';

export const exactWords = {
  name: 'search',
  holds: 'The search index holds the words of each ticket and its messages, all of them and no others.',
};

/** What is said of a ticket whose words are not right; without an id there is no such ticket. */
export const wrongWords = (id: string | undefined, n: number): Finding => {
  if (id !== undefined)
    return {
      table: 'tickets',
      id,
      sentence: `Ticket ${id}: the search index does not hold its words, or holds others.`,
    };
  const sentence = `The search index has words under number ${n}, where there is no ticket.`;
  return { table: 'ticket_search', id: String(n), sentence };
};
