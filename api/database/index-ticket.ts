import type { Writes } from './database.ts';
import type { SearchIndex } from './search.ts';
import { searchText } from './words.ts';

/** Rewrites a ticket's search document from its own text and its messages', in the transaction that changed either. */
export const indexTicket = async (search: SearchIndex, writes: Writes, n: number): Promise<void> => {
  const ticket = await writes
    .selectFrom('tickets')
    .select(['state', 'priority', 'subject', 'description', 'customer_name'])
    .where('n', '=', n)
    .executeTakeFirstOrThrow();
  const messages = await writes.selectFrom('messages').select('body').where('ticket_n', '=', n).orderBy('n').execute();
  const texts = [ticket.subject, ticket.description, ticket.customer_name, ...messages.map(({ body }) => body)];
  await search.write(writes, { n, state: ticket.state, priority: ticket.priority, text: searchText(texts) });
};
