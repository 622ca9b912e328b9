import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type EventKind, eventKinds, eventTypes, resources } from '#contract/resources';
import { getEventKind } from '../database/change-log.ts';
import { readCounter } from '../database/counters.ts';
import { type Check, type CheckFinding, createRowsCheck, createSnapshotCheck } from './check.ts';
import { parseJsonObject } from './parse-json-object.ts';
import { isInSpan } from './walk-table.ts';

type LoggedEvent = { n: number; type: string; resource_id: string };

const gapless = createRowsCheck(
  { name: 'log', rule: 'The events of the change log are numbered without gaps.' },
  'events',
  async (queries, span) => {
    const rows = await queries.selectFrom('events').select('n').where(isInSpan('n', span)).orderBy('n').execute();
    const gap = rows.findIndex(({ n }, index) => n !== span.after + 1 + index);
    if (gap === -1) return [];
    const id = String(span.after + 1 + gap);
    return [{ table: 'events', id, sentence: `Event ${id} is missing, but later events exist.` }];
  },
);

const eventCounter = createSnapshotCheck(
  { name: 'log', rule: 'The event counter equals the number of the last event.' },
  async queries => {
    const { last } = await queries
      .selectFrom('events')
      .select(({ fn }) => fn.max('n').as('last'))
      .executeTakeFirstOrThrow();
    const counter = await readCounter(queries, 'event.id');
    if (counter === (last ?? 0)) return [];
    const sentence = `Counter event.id is ${counter}, but the last event is ${last ?? 0}.`;
    return [{ table: 'counters', id: 'event.id', sentence }];
  },
);

const hasTombstone = (kind: string, key: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select 1 from tombstones where tombstones.kind = ${kind} and tombstones.key = ${key})`;

/** Matches events that meet the condition for their kind. */
const byKind = (condition: (kind: EventKind) => RawBuilder<SqlBool>) =>
  sql<SqlBool>`case kind ${sql.join(
    eventKinds.map(kind => sql`when ${sql.lit(kind)} then ${condition(kind)}`),
    sql` `,
  )} else false end`;

const exists = byKind(kind => {
  const { collection, parent } = resources[kind];
  const table = sql.table(collection);
  if (parent === null) return sql`exists (select 1 from ${table} where id = resource_id)`;
  const parentTable = sql.table(resources[parent].collection);
  return sql`exists (
    select 1 from ${parentTable} as parent join ${table} as child on child.${sql.ref(`${parent}_n`)} = parent.n
    where parent.id = ${sql.ref(`events.${parent}_id`)} and child.id = resource_id)`;
});

const wasDeleted = byKind(kind => {
  const { parent } = resources[kind];
  if (parent === null) return hasTombstone(kind, sql.ref('resource_id'));
  const parentId = sql.ref(`${parent}_id`);
  return sql`(${hasTombstone(kind, sql`${parentId} || '/' || resource_id`)} or ${hasTombstone(parent, parentId)})`;
});

/** Creates a check that reports the events that match a condition. */
const createEventsCheck = (
  description: { name: string; rule: string },
  filter: RawBuilder<SqlBool>,
  problem: string,
): Check =>
  createRowsCheck(description, 'events', async (queries, span): Promise<CheckFinding[]> => {
    const events = sql<LoggedEvent>`select n, type, resource_id from events where ${isInSpan('n', span)} and ${filter}`;
    return (await events.execute(queries)).rows.map(({ n, type, resource_id }) => ({
      table: 'events',
      id: String(n),
      sentence: `Event ${n} (${type} of ${resource_id}) ${problem}.`,
    }));
  });

const wellFormed = createRowsCheck(
  { name: 'events', rule: 'Each event has a known type, the matching kind, and well-formed changes.' },
  'events',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('events')
      .select(['n', 'type', 'kind', 'changes'])
      .where(isInSpan('n', span))
      .execute();
    return rows
      .filter(
        ({ type, kind, changes }) =>
          !eventTypes.includes(type) || getEventKind(type) !== kind || parseJsonObject(changes) === null,
      )
      .map(({ n, type, kind }) => ({
        table: 'events',
        id: String(n),
        sentence: `Event ${n} (${type} of a ${kind}) is malformed.`,
      }));
  },
);

export const changeLogChecks: Check[] = [
  gapless,
  eventCounter,
  wellFormed,
  createEventsCheck(
    { name: 'log', rule: 'The resource of each event exists or was deleted.' },
    sql`not (${exists}) and not (${wasDeleted})`,
    'refers to a resource that neither exists nor was deleted',
  ),
  createEventsCheck(
    { name: 'log', rule: 'A resource with a deletion event does not exist.' },
    sql`type like '%.deleted' and (${exists})`,
    'reports a deletion, but the resource exists',
  ),
  createEventsCheck(
    { name: 'purged', rule: 'The change log stores no values of deleted resources.' },
    sql`changes <> '{}' and (${wasDeleted})`,
    'still stores values of a deleted resource',
  ),
];
