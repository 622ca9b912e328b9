import { directions, messageTypes } from '#contract/vocabulary';
import type { Queries } from './database.ts';
import { rankOf } from './values.ts';

/** What a ticket knows of its messages. */
export type Thread = {
  count: number;
  /** 0 while there is none. */
  lastMessageAt: number;
  /** The newest reply is the customer's, or there is no reply yet. */
  lastReplyIsTheirs: boolean;
};

/** Sums up the messages of a ticket. */
export const readThread = async (queries: Queries, ticketN: number): Promise<Thread> => {
  const messages = queries.selectFrom('messages').where('ticket_n', '=', ticketN);
  const { count, last } = await messages
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('created_at').as('last')])
    .executeTakeFirstOrThrow();
  const lastReply = await messages
    .select('direction')
    .where('type', '=', rankOf(messageTypes, 'reply'))
    .orderBy('created_at', 'desc')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    count,
    lastMessageAt: last ?? 0,
    lastReplyIsTheirs: lastReply === undefined || lastReply.direction === rankOf(directions, 'in'),
  };
};
