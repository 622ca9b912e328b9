import { equal } from 'node:assert/strict';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { messageFields } from '#contract/messages';
import { ticketFields } from '#contract/tickets';
import { directions, messageTypes, priorities, states } from '#contract/vocabulary';
import { changesOf } from '../database/counters.ts';
import type { Database } from '../database/database.ts';
import { facetsOf } from '../database/facets.ts';
import type { TicketRow as Stored } from '../database/schema.ts';
import { readThread } from '../database/thread.ts';
import { readCounts } from '../database/ticket-counts.ts';
import { rankOf, wordAt } from '../database/values.ts';
import { parseQuery } from '../database/words.ts';

type TicketRow = Selectable<Stored>;

const ticketDraft = z.strictObject(ticketFields);
const messageDraft = z.strictObject(messageFields);

/** Fails unless every ticket and message keeps the contract's limits and all that is derived from them is right. */
export async function expectConsistent(database: Database): Promise<void> {
  const tickets = await database.read.selectFrom('tickets').selectAll().execute();
  const people = new Set((await database.read.selectFrom('people').select('id').execute()).map(({ id }) => id));
  for (const row of tickets) {
    const { subject, description, customer_name, customer_email, assignee_id } = row;
    const tags: unknown = JSON.parse(row.tags);
    ticketDraft.parse({
      ...{ subject, description, customer_name, customer_email, assignee_id, tags },
      state: wordAt(states, row.state),
      priority: wordAt(priorities, row.priority),
    });
    equal(people.has(row.created_by) && (assignee_id === null || people.has(assignee_id)), true, 'people of a ticket');
    const thread = await readThread(database.read, row.n);
    const isOpen = row.state === rankOf(states, 'open');
    equal(row.messages_count, thread.count);
    equal(row.last_message_at, thread.lastMessageAt);
    equal(row.awaiting_reply, isOpen && thread.lastReplyIsTheirs ? 1 : 0);
    equal(row.closed_at > 0, row.state === rankOf(states, 'closed'));
    const loggedAt = await lastLogged(database, row.id);
    equal(row.updated_at, Math.max(row.created_at, row.last_message_at, row.closed_at, loggedAt));
    equal(await isFoundBy(database, row, z.array(z.string()).parse(tags)), true, `search for ${subject}`);
  }
  for (const [rank] of states.entries()) {
    equal(
      await readCounts(database.read, [rank]),
      tickets.filter(({ state }) => state === rank).length,
      'counts by state',
    );
  }
  await expectMessages(database, people);
  await expectCounters(database);
}

/** When the change log has the last of a ticket, in milliseconds since 1970; 0 where it has nothing. */
async function lastLogged({ read }: Database, ticketId: string): Promise<number> {
  const log = read.selectFrom('events').where('ticket_id', '=', ticketId);
  const last = await log.select(({ fn }) => fn.max('created_at').as('at')).executeTakeFirstOrThrow();
  return last.at ?? 0;
}

async function expectMessages(database: Database, people: ReadonlySet<string>): Promise<void> {
  const messages = await database.read
    .selectFrom('messages')
    .innerJoin('tickets', 'tickets.n', 'messages.ticket_n')
    .selectAll('messages')
    .select('tickets.created_at as ticket_created_at')
    .execute();
  equal(messages.length, await count(database, 'messages'), 'every message has its ticket');
  for (const row of messages) {
    messageDraft.parse({
      ...{ body: row.body, author_name: row.author_name },
      type: wordAt(messageTypes, row.type),
      direction: wordAt(directions, row.direction),
    });
    equal(people.has(row.author_id), true, 'author of a message');
    equal(row.created_at >= row.ticket_created_at, true, 'a message is no older than its ticket');
  }
  equal(new Set(messages.map(({ id }) => id)).size, messages.length);
}

async function expectCounters({ read }: Database): Promise<void> {
  for (const [kind, table] of [
    ['ticket', 'tickets'],
    ['message', 'messages'],
  ] as const) {
    const ids = (await read.selectFrom(table).select('id').execute()).map(({ id }) => Number(id));
    equal(await changesOf(read, `${kind}.id`), Math.max(0, ...ids), `${kind}.id`);
    equal(await changesOf(read, `${table}.changes`), ids.length, `${table}.changes`);
  }
}

/** Whether the search index knows a ticket by these words and by every facet of it. */
async function isFoundBy({ read, search }: Database, ticket: TicketRow, tags: readonly string[]): Promise<boolean> {
  const facets = facetsOf(ticket, tags).map(facet => [facet]);
  const wanted = { phrases: parseQuery(ticket.subject), facets, between: [ticket.n, ticket.n] as const };
  const { count } = await read
    .selectFrom(search.matching(wanted).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count === 1;
}

/** The number of rows in a table. */
export async function count({ read }: Database, table: 'tickets' | 'messages' | 'gists' | 'people'): Promise<number> {
  const { rows } = await read
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}
