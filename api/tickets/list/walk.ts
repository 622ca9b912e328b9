import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { fromPosition, fromStart, inOrder, reversed } from '../../database/keyset.ts';
import type { TicketRow } from '../shape.ts';
import { type Conditions, isSince, type Since } from './conditions.ts';
import { type Group, isEverything } from './groups.ts';

/** How far to walk: until `limit` tickets are found, but `steps` entries of the indexes at most where that is told. */
type Distance = { limit: number; steps: number | null };

/**
 * Reads the first tickets of a group along the indexes of its order. Each state and priority is one walk, and walks of
 * several are merged; the entries found are looked up in the table, where the filters that no index serves are checked.
 * What is walked is in order already: said by its own columns, nothing is sorted again.
 */
export const walk = async (
  queries: Queries,
  group: Group,
  { filters, since }: Pick<Conditions, 'filters' | 'since'>,
  { limit, steps }: Distance,
): Promise<TicketRow[]> => {
  const { served, unserved } = sinceAlong(group, since);
  const found = sql<TicketRow>`
    select tickets.* from (${entries(group, served, steps)}) as walked cross join tickets
    where ${sql.join([sql`tickets.n = walked.n`, ...rowConditions(filters), ...unserved], sql` and `)}
    order by ${inOrder('walked', group.columns)} limit ${sql.lit(limit)}`;
  return (await found.execute(queries)).rows;
};

/** The first and the last value of what leads a group's order, from its position on; null when there is no ticket. */
export const readEnds = async (
  queries: Queries,
  group: Group,
  column: string,
): Promise<{ first: number | null; last: number | null }> => {
  const backward = { ...group, columns: reversed(group.columns), position: null };
  const endOf = (from: Group) => sql`(select ${sql.ref(column)} from (${entries(from, [], 1)}) as entry)`;
  const ends = sql<{ first: number | null; last: number | null }>`
    select ${endOf(group)} as first, ${endOf(backward)} as last`;
  return (await ends.execute(queries)).rows[0] ?? { first: null, last: null };
};

/** Whether walking alone reads the group, each entry being a ticket of the list. */
export const isWalkEnough = (group: Group, { phrases, filters, since }: Conditions): boolean =>
  phrases.length === 0 && filters.length === 0 && sinceAlong(group, since).unserved.length === 0;

/** Whether what a list is filtered by can be told from the rows. */
export const isWalkable = ({ phrases, filters }: Conditions): boolean =>
  phrases.length === 0 && filters.every(({ row }) => row !== null);

const rowConditions = (filters: Conditions['filters']): RawBuilder<SqlBool>[] =>
  filters.flatMap(({ row }) => (row === null ? [] : [row]));

/** The least times: that of the column which leads the order is where the walk begins or ends. */
const sinceAlong = ({ columns }: Group, since: Since) => {
  const conditions = Object.entries(since).map(([column, time]) => ({
    isServed: column === columns[0]?.column,
    condition: isSince(column, time),
  }));
  const those = (isServed: boolean) =>
    conditions.filter(each => each.isServed === isServed).map(({ condition }) => condition);
  return { served: those(true), unserved: those(false) };
};

/** The first entries of a group: numbers of tickets and what sorts them. */
const entries = (group: Group, served: RawBuilder<SqlBool>[], steps: number | null): RawBuilder<unknown> => {
  const { columns, position } = group;
  const from = position === null ? fromStart('tickets', columns) : fromPosition('tickets', columns, position);
  const selected = sql.join([...new Set(columns.map(({ column }) => column))].map(column => sql.ref(column)));
  const until = steps === null ? sql`` : sql`limit ${sql.lit(steps)}`;
  const walkOf = (conditions: RawBuilder<SqlBool>[]) => sql`
    select ${selected} from tickets where ${sql.join([...conditions, ...served, from], sql` and `)}
    order by ${inOrder('tickets', columns)} ${until}`;
  if (isEverything(group) && columns[0]?.column !== 'closed_at') return walkOf([]);
  const walks = cellsOf(group).map(walkOf);
  if (walks.length === 1) return walks[0] ?? sql``;
  const parts = walks.map((each, index) => sql`select * from (${each}) as ${sql.ref(`walk${index}`)}`);
  return sql`select * from (${sql.join(parts, sql` union all `)}) as entries
    order by ${inOrder('entries', columns)} ${until}`;
};

const cellsOf = ({ states, priorities }: Group): RawBuilder<SqlBool>[][] =>
  states.flatMap(state =>
    priorities.map((priority): RawBuilder<SqlBool>[] => [
      sql`tickets.state = ${state}`,
      sql`tickets.priority = ${priority}`,
    ]),
  );
