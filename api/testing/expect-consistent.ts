import { deepEqual, equal } from 'node:assert/strict';
import { z } from 'zod';
import { messageFields } from '#contract/messages';
import { ticketFields } from '#contract/tickets';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { readCounter } from '../database/counters.ts';
import type { Database } from '../database/database.ts';
import { messageDraft } from '../messages/representation.ts';
import { ticketDraft } from '../tickets/representation.ts';

const ticketDraftSchema = z.strictObject(ticketFields);
const messageDraftSchema = z.strictObject(messageFields);

/**
 * Fails unless the store passes every check. Rows must also pass stricter rules, which hold for rows that have not
 * changed since their insertion.
 */
export async function expectConsistent(database: Database): Promise<void> {
  deepEqual((await runChecks(database, checks)).findings, []);
  await expectTickets(database);
  await expectMessages(database);
  await expectCounters(database);
}

/** Every ticket respects the contract's limits. Its `updated_at` is the latest of its times and its events. */
async function expectTickets(database: Database): Promise<void> {
  for (const row of await database.read.selectFrom('tickets').selectAll().execute()) {
    ticketDraftSchema.parse(ticketDraft(row));
    const lastEventAt = await findLastEventTime(database, row.id);
    equal(row.updated_at, Math.max(row.created_at, row.last_message_at, row.closed_at, lastEventAt));
  }
}

/** Resolves with the milliseconds since 1970 of a ticket's last event; 0 without events. */
async function findLastEventTime({ read }: Database, ticketId: string): Promise<number> {
  const events = read.selectFrom('events').where('ticket_id', '=', ticketId);
  const last = await events.select(({ fn }) => fn.max('created_at').as('at')).executeTakeFirstOrThrow();
  return last.at ?? 0;
}

/** Every message respects the contract's limits and is not older than its ticket. */
async function expectMessages({ read }: Database): Promise<void> {
  const messages = await read
    .selectFrom('messages')
    .innerJoin('tickets', 'tickets.n', 'messages.ticket_n')
    .selectAll('messages')
    .select(['tickets.id as ticket_id', 'tickets.created_at as ticket_created_at'])
    .execute();
  for (const row of messages) {
    messageDraftSchema.parse(messageDraft(row));
    equal(row.created_at >= row.ticket_created_at, true, `message ${row.id} is older than its ticket`);
  }
}

/** Each counter of ids equals the highest id. Each counter of changes equals the number of rows. */
async function expectCounters({ read }: Database): Promise<void> {
  for (const [kind, table] of [
    ['ticket', 'tickets'],
    ['message', 'messages'],
  ] as const) {
    const ids = (await read.selectFrom(table).select('id').execute()).map(({ id }) => Number(id));
    equal(await readCounter(read, `${kind}.id`), Math.max(0, ...ids), `${kind}.id`);
    equal(await readCounter(read, `${table}.changes`), ids.length, `${table}.changes`);
  }
}

type CountedTable = 'tickets' | 'messages' | 'gists' | 'people';

export async function countTableRows({ read }: Database, table: CountedTable): Promise<number> {
  const { rows } = await read
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}
