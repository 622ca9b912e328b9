import type { z } from 'zod';
import type { listMessages } from '#contract';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { createScan, readPage } from '../database/page.ts';
import type { Versioned } from '../http/conditional.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { ListDefinition } from '../http/serve-list.ts';
import { getMessageCacheKey, type MessageRow, toMessage } from './representation.ts';
import type { MessageDependencies } from './resource.ts';
import type { ParentTicket } from './thread.ts';

/** Describes the thread of a ticket to the request pipeline. */
export const messageList = <Ticket extends ParentTicket & Versioned>({
  ticket,
  apiPublicUrl,
}: Pick<MessageDependencies<Ticket>, 'ticket' | 'apiPublicUrl'>): ListDefinition<
  z.output<typeof listMessages.query>,
  MessageRow
> => ({
  kind: 'message',
  parent: (queries, pathParameters, caller) => findOrThrow(ticket, queries, pathParameters, caller),
  validator: async queries => String(await readCounter(queries, 'messages.changes')),
  page: (queries, { query, pathParameters, anchor, limit }) =>
    readPage(
      createScan(selectThread(queries, pathParameters['ticket_id'] ?? ''), 'messages'),
      sortColumns(query.sort),
      anchor,
      limit,
    ),
  count: (queries, { pathParameters }) => readMessageCount(queries, pathParameters['ticket_id'] ?? ''),
  toRepresentation: toMessage(apiPublicUrl),
  getCacheKey: getMessageCacheKey,
});

const selectThread = (queries: Queries, ticketId: string) =>
  queries
    .selectFrom('messages')
    .innerJoin('tickets', 'tickets.n', 'messages.ticket_n')
    .selectAll('messages')
    .select('tickets.id as ticket_id')
    .where('tickets.id', '=', ticketId);

const readMessageCount = async (queries: Queries, ticketId: string): Promise<{ count: number; exact: true }> => {
  const row = await queries
    .selectFrom('tickets')
    .select('messages_count')
    .where('id', '=', ticketId)
    .executeTakeFirst();
  return { count: row?.messages_count ?? 0, exact: true };
};
