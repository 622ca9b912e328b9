import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Gist, Ticket } from '#contract';
import { call } from '../api.ts';

/** A ticket as the palette shows it. */
export type TicketHit = Pick<Ticket, 'id' | 'subject' | 'customer_name' | 'customer_email' | 'state' | 'priority'>;

const mostHits = '5';
const hitFields = [
  'id',
  'subject',
  'customer_name',
  'customer_email',
  'state',
  'priority',
] satisfies (keyof TicketHit)[];

/** The first tickets in which all of these words are (GET /tickets?q=…). */
export const ticketHits = (words: string) =>
  queryOptions({
    queryKey: ['tickets', 'hits', words],
    queryFn: async ({ signal }): Promise<TicketHit[]> =>
      (await call('GET /tickets', { query: { q: words, per_page: mostHits, fields: hitFields.join(',') }, signal }))
        .body,
    placeholderData: keepPreviousData,
  });

/** The first gists in which all of these words are (GET /gists?q=…). */
export const gistHits = (words: string) =>
  queryOptions({
    queryKey: ['gists', 'hits', words],
    queryFn: async ({ signal }): Promise<Pick<Gist, 'id' | 'description'>[]> =>
      (await call('GET /gists', { query: { q: words, per_page: mostHits, fields: 'id,description' }, signal })).body,
    placeholderData: keepPreviousData,
  });
