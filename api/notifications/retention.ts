import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';

const retentionMilliseconds = 90 * 86_400_000;

/** Deletes notifications that are older than 90 days, and returns their number. */
export const deleteOldNotifications = (database: Database, now: number, signal: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const { numDeletedRows } = await writes
        .deleteFrom('notifications')
        .where('n', 'in', ({ selectFrom }) =>
          selectFrom('notifications')
            .select('n')
            .where('created_at', '<', now - retentionMilliseconds)
            .orderBy('created_at')
            .limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    signal,
  );
