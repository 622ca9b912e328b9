import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { call } from '../api-client/client.ts';
import { listKeys } from '../api-client/list-keys.ts';
import { toPrefixQuery } from '../list/prefix-query.ts';

/** A ticket in the results of a search, to open or to choose. */
export type TicketHit = Pick<Ticket, 'id' | 'subject' | 'customer_name' | 'customer_email' | 'state' | 'priority'>;

const maxHits = '5';
const hitFields = listKeys<TicketHit>({
  id: true,
  subject: true,
  customer_name: true,
  customer_email: true,
  state: true,
  priority: true,
});

/** GET /tickets?q=…: the first tickets that contain all words of the query. The last word matches as a prefix. */
export const ticketHits = (serverQuery: string) =>
  queryOptions({
    queryKey: ['tickets', 'hits', serverQuery],
    queryFn: async ({ signal }): Promise<TicketHit[]> =>
      (
        await call('GET /tickets', {
          query: { q: toPrefixQuery(serverQuery), per_page: maxHits, fields: hitFields.join(',') },
          signal,
        })
      ).body,
    placeholderData: keepPreviousData,
  });
