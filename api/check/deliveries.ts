import { sql } from 'kysely';
import { deliveryStates } from '#contract/enums';
import { held, queued, sending } from '../deliveries/states.ts';
import { type CheckFinding, createRowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

/** Outgoing mail in these states needs a job. Held mail also needs a job unless a person has to decide. */
const statesWithJob = [queued, sending];

const jobs = createRowsCheck(
  { name: 'deliveries', rule: 'Every pending outgoing mail has a job that sends it, unless a person has to decide.' },
  'deliveries',
  async (queries, span): Promise<CheckFinding[]> => {
    const rows = await queries
      .selectFrom('deliveries')
      .leftJoin('jobs', join => join.onRef('jobs.key', '=', 'deliveries.id').on('jobs.kind', '=', 'send_delivery'))
      .select(['deliveries.id', 'deliveries.state'])
      .where(isInSpan('deliveries.n', span))
      .where(({ eb, or, and }) =>
        or([
          eb('deliveries.state', 'in', statesWithJob),
          and([eb('deliveries.state', '=', held), eb('deliveries.reason', 'is', null)]),
          eb('deliveries.reason', '=', 'file_not_scanned'),
        ]),
      )
      .where('jobs.n', 'is', null)
      .execute();
    return rows.map(({ id, state }) => {
      const sentence = `Delivery ${id}: it is ${deliveryStates[state]}, but no job sends it.`;
      return { table: 'deliveries', id, sentence };
    });
  },
);

const parts = createRowsCheck(
  { name: 'deliveries', rule: 'Every outgoing mail has a recipient, and its message, if any, names the mail.' },
  'deliveries',
  async (queries, span): Promise<CheckFinding[]> => {
    const rows = await queries
      .selectFrom('deliveries')
      .leftJoin('messages', 'messages.n', 'deliveries.message_n')
      .select(['deliveries.id', 'deliveries.message_n', 'messages.delivery_id'])
      .select(({ selectFrom }) =>
        selectFrom('delivery_recipients')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('delivery_n', '=', 'deliveries.n')
          .as('recipients'),
      )
      .where(isInSpan('deliveries.n', span))
      .execute();
    const report = (id: string, problem: string) => ({
      table: 'deliveries',
      id,
      sentence: `Delivery ${id}: ${problem}.`,
    });
    return rows.flatMap(({ id, message_n, delivery_id, recipients }) => [
      ...(recipients === 0 ? [report(id, 'it has no recipient')] : []),
      ...(message_n !== null && delivery_id !== id ? [report(id, 'its message does not name it')] : []),
    ]);
  },
);

const references = createRowsCheck(
  { name: 'deliveries', rule: 'If a message names an outgoing mail, that mail exists and belongs to the message.' },
  'messages',
  async (queries, span): Promise<CheckFinding[]> => {
    const rows = await queries
      .selectFrom('messages')
      .leftJoin('deliveries', 'deliveries.id', 'messages.delivery_id')
      .select(['messages.id', 'messages.delivery_id'])
      .where(isInSpan('messages.n', span))
      .where('messages.delivery_id', 'is not', null)
      .where(sql<boolean>`(deliveries.message_n is null or deliveries.message_n <> messages.n)`)
      .execute();
    return rows.map(({ id, delivery_id }) => {
      const sentence = `Message ${id}: its delivery ${delivery_id} is missing or belongs to another message.`;
      return { table: 'messages', id, sentence };
    });
  },
);

export const deliveryChecks = [jobs, parts, references];
