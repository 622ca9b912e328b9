import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { orderByColumns, whereFromPosition } from '../../database/keyset.ts';
import type { TicketNumbers } from '../../database/search.ts';
import type { TicketRow } from '../representation.ts';
import { type Since, sinceCondition } from './conditions.ts';
import type { Group } from './groups.ts';

/** Selects tickets by number, filters them by group and position, and sorts them. */
export const selectTickets =
  (group: Group, since: Since, limit: number) =>
  (numbers: TicketNumbers): RawBuilder<TicketRow> => {
    const { columns, position } = group;
    const conditions: RawBuilder<SqlBool>[] = [
      sql`tickets.n = found.n`,
      ...toRowConditions(group, since),
      ...(position === null ? [] : [whereFromPosition('tickets', columns, position)]),
    ];
    const order = sql`order by ${orderByColumns('tickets', columns)}`;
    // Sorts only numbers, because sorting the whole rows of a large span takes twice as long.
    const page = sql`
      select tickets.n from ${numbers} as found cross join tickets where ${sql.join(conditions, sql` and `)}
      ${order} limit ${sql.lit(limit)}`;
    return sql<TicketRow>`
      select tickets.* from (${page}) as page cross join tickets where tickets.n = page.n ${order}`;
  };

/** Builds the conditions on state, priority and times. The search index may check only some of them. */
export const toRowConditions = (
  { states, priorities }: Pick<Group, 'states' | 'priorities'>,
  since: Since,
): RawBuilder<SqlBool>[] => [
  sql`tickets.state in (${sql.join(states)})`,
  sql`tickets.priority in (${sql.join(priorities)})`,
  ...Object.entries(since).map(([column, time]) => sinceCondition(column, time)),
];
