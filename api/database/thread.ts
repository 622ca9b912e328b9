import { directions, messageTypes } from '#contract/vocabulary';
import type { Queries } from './database.ts';
import { rankOf } from './values.ts';

/** Derived facts about a ticket's messages. */
export type Thread = {
  count: number;
  /** 0 without messages. */
  lastMessageAt: number;
  /** True when the customer wrote the newest reply, or there is no reply yet. */
  lastReplyIsTheirs: boolean;
};

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
