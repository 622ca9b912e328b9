import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';

/** Deletes notifications that were created before a time, and returns their number. */
export const deleteOldNotifications = (database: Database, before: number, signal: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const { numDeletedRows } = await writes
        .deleteFrom('notifications')
        .where('n', 'in', ({ selectFrom }) =>
          selectFrom('notifications').select('n').where('created_at', '<', before).orderBy('created_at').limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    signal,
  );
