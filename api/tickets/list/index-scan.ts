import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { orderByColumns, reverseOrder, whereFromPosition, whereFromStart } from '../../database/keyset.ts';
import type { TicketRow } from '../representation.ts';
import { type Since, sinceCondition, type TicketConditions } from './conditions.ts';
import { coversAllTickets, type Group } from './groups.ts';

/** Where to stop: after `limit` tickets, or after `steps` index entries if that is set. */
type ScanLimits = { limit: number; steps: number | null };

/**
 * Reads the first tickets of a group by scanning the indexes of its order. Each combination of state and priority is
 * one scan, and several scans are merged. The entries are then joined with the table to check filters that no index
 * serves. The outer `order by` names the scanned columns, so that no second sort is needed.
 */
export const scanIndexes = async (
  queries: Queries,
  group: Group,
  { filters, since }: Pick<TicketConditions, 'filters' | 'since'>,
  { limit, steps }: ScanLimits,
): Promise<TicketRow[]> => {
  const { served, unserved } = splitTimeLimits(group, since);
  const found = sql<TicketRow>`
    select tickets.* from (${selectEntries(group, served, steps)}) as scanned cross join tickets
    where ${sql.join([sql`tickets.n = scanned.n`, ...rowConditions(filters), ...unserved], sql` and `)}
    order by ${orderByColumns('scanned', group.columns)} limit ${sql.lit(limit)}`;
  return (await found.execute(queries)).rows;
};

/**
 * Reads the first tickets of several groups with one statement, group after group. Each group is read up to the limit,
 * which takes PostgreSQL less time than another round trip.
 */
export const scanGroups = async (
  queries: Queries,
  groups: readonly Group[],
  { since }: Pick<TicketConditions, 'since'>,
  limit: number,
): Promise<TicketRow[]> => {
  const [{ columns } = { columns: [] }] = groups;
  const parts = groups.map((group, index) => {
    const entries = selectEntries(group, splitTimeLimits(group, since).served, limit);
    return sql`select ${sql.lit(index)} as part, part.* from (${entries}) as part`;
  });
  // The limit applies before the join. With the entries of all groups, PostgreSQL would scan the whole table of a small
  // desk.
  const entries = sql`
    select * from (${sql.join(parts, sql` union all `)}) as parts
    order by part, ${orderByColumns('parts', columns)} limit ${sql.lit(limit)}`;
  const found = sql<TicketRow>`
    select tickets.* from (${entries}) as scanned join tickets on tickets.n = scanned.n
    order by scanned.part, ${orderByColumns('scanned', columns)}`;
  return (await found.execute(queries)).rows;
};

/** Returns whether all groups have the same order. */
export const haveSameOrder = ([first, ...groups]: readonly Group[]): boolean =>
  groups.every(({ columns }) => isDeepStrictEqual(columns, first?.columns));

/** Reads the first value, from the position on, and the last value of `column`. Null if no rows are left. */
export const readBounds = async (
  queries: Queries,
  group: Group,
  column: string,
): Promise<{ first: number | null; last: number | null }> => {
  const backward = { ...group, columns: reverseOrder(group.columns), position: null };
  const selectFirst = (from: Group) => sql`(select ${sql.ref(column)} from (${selectEntries(from, [], 1)}) as entry)`;
  const bounds = sql<{ first: number | null; last: number | null }>`
    select ${selectFirst(group)} as first, ${selectFirst(backward)} as last`;
  return (await bounds.execute(queries)).rows[0] ?? { first: null, last: null };
};

/** Returns whether every index entry of the group is a ticket of the list. */
export const isServedByIndex = (group: Group, { phrases, filters, since }: TicketConditions): boolean =>
  phrases.length === 0 && filters.length === 0 && splitTimeLimits(group, since).unserved.length === 0;

/** Returns whether all filters can be checked on the rows. */
export const canFilterRows = ({ phrases, filters }: TicketConditions): boolean =>
  phrases.length === 0 && filters.every(({ row }) => row !== null);

const rowConditions = (filters: TicketConditions['filters']): RawBuilder<SqlBool>[] =>
  filters.flatMap(({ row }) => (row === null ? [] : [row]));

/** Splits the time limits. The first sort column's limit bounds the scan; the other limits are checked on the rows. */
const splitTimeLimits = ({ columns }: Group, since: Since) => {
  const conditions = Object.entries(since).map(([column, time]) => ({
    isServed: column === columns[0]?.column,
    condition: sinceCondition(column, time),
  }));
  const conditionsWhere = (isServed: boolean) =>
    conditions.filter(each => each.isServed === isServed).map(({ condition }) => condition);
  return { served: conditionsWhere(true), unserved: conditionsWhere(false) };
};

/** Selects the first index entries of a group: ticket numbers and sort columns. */
const selectEntries = (group: Group, served: RawBuilder<SqlBool>[], steps: number | null): RawBuilder<unknown> => {
  const { columns, position } = group;
  const from = position === null ? whereFromStart('tickets', columns) : whereFromPosition('tickets', columns, position);
  const selected = sql.join([...new Set(columns.map(({ column }) => column))].map(column => sql.ref(column)));
  const until = steps === null ? sql`` : sql`limit ${sql.lit(steps)}`;
  const selectWhere = (conditions: RawBuilder<SqlBool>[]) => sql`
    select ${selected} from tickets where ${sql.join([...conditions, ...served, from], sql` and `)}
    order by ${orderByColumns('tickets', columns)} ${until}`;
  if (coversAllTickets(group) && columns[0]?.column !== 'closed_at') return selectWhere([]);
  const scans = combinationConditions(group).map(selectWhere);
  if (scans.length === 1) return scans[0] ?? sql``;
  const parts = scans.map((each, index) => sql`select * from (${each}) as ${sql.ref(`scan${index}`)}`);
  return sql`select * from (${sql.join(parts, sql` union all `)}) as entries
    order by ${orderByColumns('entries', columns)} ${until}`;
};

const combinationConditions = ({ states, priorities }: Group): RawBuilder<SqlBool>[][] =>
  states.flatMap(state =>
    priorities.map((priority): RawBuilder<SqlBool>[] => [
      sql`tickets.state = ${state}`,
      sql`tickets.priority = ${priority}`,
    ]),
  );
