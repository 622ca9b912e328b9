import type { CheckFinding } from './check.ts';

export const searchDescription = {
  name: 'search',
  rule: 'The search index contains exactly the words of each ticket and its messages.',
};

/** Creates the finding for incorrect words; `id` is undefined when the ticket does not exist. */
export const createSearchFinding = (id: string | undefined, n: number): CheckFinding => {
  if (id !== undefined)
    return {
      table: 'tickets',
      id,
      sentence: `Ticket ${id}: its words in the search index are incomplete or outdated.`,
    };
  const sentence = `The search index has words for the ticket with creation number ${n}, which does not exist.`;
  return { table: 'ticket_search', id: String(n), sentence };
};
