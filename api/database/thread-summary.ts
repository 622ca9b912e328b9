import { sql } from 'kysely';
import { directions, messageTypes } from '#contract/enums';
import { encodeEnum } from './column-encoding.ts';
import type { Queries } from './database.ts';
import { prepareQuery } from './prepare-query.ts';

/** Derived facts about a ticket's messages. */
export type ThreadSummary = {
  count: number;
  /** 0 without messages. A scheduled reply counts once it is queued for sending. */
  lastMessageAt: number;
  /** True when the customer wrote the newest reply, or there is no reply yet. Automatic mail is not a reply. */
  lastReplyIsFromCustomer: boolean;
};

/** The data of a ticket's messages that the ticket's row and search document need. */
export type Thread = ThreadSummary & { bodies: readonly string[] };

/** Reads a thread with two statements, which are sent together. */
export const readThread = async (queries: Queries, ticketN: number): Promise<Thread> => {
  const [[row], messages] = await Promise.all([
    selectSummary(queries, { ticketN }),
    selectBodies(queries, { ticketN }),
  ]);
  return {
    bodies: messages.map(({ body }) => body),
    count: row?.count ?? 0,
    lastMessageAt: row?.last ?? 0,
    lastReplyIsFromCustomer: (row?.reply ?? inbound) === inbound,
  };
};

const inbound = encodeEnum(directions, 'in');

/** The time at which a message counts as written. A scheduled reply has 0 until it is queued for sending. */
const answeredAt = (table: string) =>
  sql<number>`coalesce(${sql.ref(`${table}.answered_at`)}, ${sql.ref(`${table}.created_at`)})`;

/** `reply` is the direction of the newest reply. */
type Summary = { count: number; last: number | null; reply: number | null };

const selectSummary = prepareQuery<{ ticketN: number }, Summary>((queries, value) =>
  queries
    .selectFrom('messages')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('count'),
      sql<number | null>`max(nullif(${answeredAt('messages')}, 0))`.as('last'),
      selectFrom('messages as replies')
        .select('direction')
        .where('replies.ticket_n', '=', value('ticketN'))
        .where('replies.type', '=', sql.lit(encodeEnum(messageTypes, 'reply')))
        .where('replies.automatic', '=', sql.lit(0))
        .where(answeredAt('replies'), '>', 0)
        .orderBy(answeredAt('replies'), 'desc')
        .orderBy('replies.n', 'desc')
        .limit(1)
        .as('reply'),
    ])
    .where('ticket_n', '=', value('ticketN')),
);

const selectBodies = prepareQuery<{ ticketN: number }, { body: string }>((queries, value) =>
  queries.selectFrom('messages').select('body').where('ticket_n', '=', value('ticketN')),
);
