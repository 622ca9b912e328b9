import { directions, messageTypes } from '#contract/enums';
import { encodeEnum } from './column-encoding.ts';
import type { Queries } from './database.ts';

/** Derived facts about a ticket's messages. */
export type ThreadSummary = {
  count: number;
  /** 0 without messages. */
  lastMessageAt: number;
  /** True when the customer wrote the newest reply, or there is no reply yet. */
  lastReplyIsFromCustomer: boolean;
};

export const readThreadSummary = async (queries: Queries, ticketN: number): Promise<ThreadSummary> => {
  const messages = queries.selectFrom('messages').where('ticket_n', '=', ticketN);
  const { count, last } = await messages
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('created_at').as('last')])
    .executeTakeFirstOrThrow();
  const lastReply = await messages
    .select('direction')
    .where('type', '=', encodeEnum(messageTypes, 'reply'))
    .orderBy('created_at', 'desc')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    count,
    lastMessageAt: last ?? 0,
    lastReplyIsFromCustomer: lastReply === undefined || lastReply.direction === encodeEnum(directions, 'in'),
  };
};
