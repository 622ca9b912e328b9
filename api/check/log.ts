import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { eventTypes } from '#contract/vocabulary';
import { kindOf } from '../database/change-log.ts';
import { changesOf } from '../database/counters.ts';
import { type Check, type Finding, rowsCheck, wholeCheck } from './check.ts';
import { readObject } from './read-object.ts';
import { within } from './walk.ts';

type Line = { n: number; type: string; resource_id: string };

const unbroken = rowsCheck(
  { name: 'log', holds: 'The lines of the change log are numbered without a gap.' },
  'events',
  async (queries, span) => {
    const rows = await queries.selectFrom('events').select('n').where(within('n', span)).orderBy('n').execute();
    const gap = rows.findIndex(({ n }, index) => n !== span.after + 1 + index);
    if (gap === -1) return [];
    const id = String(span.after + 1 + gap);
    return [{ table: 'events', id, sentence: `Event ${id} is missing, and there are later ones.` }];
  },
);

const numbered = wholeCheck(
  { name: 'log', holds: 'The next line of the change log has the number after the last.' },
  async queries => {
    const { last } = await queries
      .selectFrom('events')
      .select(({ fn }) => fn.max('n').as('last'))
      .executeTakeFirstOrThrow();
    const counter = await changesOf(queries, 'event.id');
    if (counter === (last ?? 0)) return [];
    const sentence = `Counter event.id is ${counter}, but the last event is ${last ?? 0}.`;
    return [{ table: 'counters', id: 'event.id', sentence }];
  },
);

const buried = (kind: string, key: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select 1 from tombstones where tombstones.kind = ${kind} and tombstones.key = ${key})`;
const ticketBuried = buried('ticket', sql.ref('ticket_id'));
const messageBuried = buried('message', sql`ticket_id || '/' || resource_id`);
const gistBuried = buried('gist', sql.ref('resource_id'));

const isThere = sql<SqlBool>`case kind
  when 'ticket' then exists (select 1 from tickets where id = resource_id)
  when 'message' then exists (
    select 1 from tickets join messages on messages.ticket_n = tickets.n
    where tickets.id = ticket_id and messages.id = resource_id)
  else exists (select 1 from gists where id = resource_id) end`;

const isBuried = sql<SqlBool>`case kind
  when 'ticket' then ${ticketBuried} when 'message' then ${messageBuried} or ${ticketBuried} else ${gistBuried} end`;

/** The lines that a condition holds for, as findings. */
const linesCheck = (about: { name: string; holds: string }, wrong: RawBuilder<SqlBool>, what: string): Check =>
  rowsCheck(about, 'events', async (queries, span): Promise<Finding[]> => {
    const lines = sql<Line>`select n, type, resource_id from events where ${within('n', span)} and ${wrong}`;
    return (await lines.execute(queries)).rows.map(({ n, type, resource_id }) => ({
      table: 'events',
      id: String(n),
      sentence: `Event ${n} (${type} of ${resource_id}) ${what}.`,
    }));
  });

const readable = rowsCheck(
  { name: 'lines', holds: 'Each line of the change log tells of one kind of thing, and its changes can be read.' },
  'events',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('events')
      .select(['n', 'type', 'kind', 'changes'])
      .where(within('n', span))
      .execute();
    return rows
      .filter(
        ({ type, kind, changes }) =>
          !eventTypes.includes(type) || kindOf(type) !== kind || readObject(changes) === null,
      )
      .map(({ n, type, kind }) => ({
        table: 'events',
        id: String(n),
        sentence: `Event ${n} (${type} of a ${kind}) cannot be read.`,
      }));
  },
);

export const log: Check[] = [
  unbroken,
  numbered,
  readable,
  linesCheck(
    { name: 'log', holds: 'What the change log tells of is there, or was deleted.' },
    sql`not (${isThere}) and not (${isBuried})`,
    'tells of what neither is there nor was deleted',
  ),
  linesCheck(
    { name: 'log', holds: 'What the change log says was deleted is not there.' },
    sql`type like '%.deleted' and (${isThere})`,
    'says so, but it is there',
  ),
  linesCheck(
    { name: 'purged', holds: 'The change log keeps no values of what was deleted.' },
    sql`changes <> '{}' and (${isBuried})`,
    'still holds values of what was deleted',
  ),
];
