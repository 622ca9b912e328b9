import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { TicketConditions } from './conditions.ts';

/** Reads the latest time of any ticket, in milliseconds since 1970. Returns 0 if no condition limits a time. */
export const readLatestTime = async (queries: Queries, { since }: Pick<TicketConditions, 'since'>): Promise<number> => {
  if (Object.keys(since).length === 0) return 0;
  const latest = sql<{ created: number | null; updated: number | null }>`
    select (select max(created_at) from tickets) as created, (select max(updated_at) from tickets) as updated`;
  const { created, updated } = (await latest.execute(queries)).rows[0] ?? {};
  return Math.max(created ?? 0, updated ?? 0);
};
