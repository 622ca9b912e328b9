import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';
import { selectNotifications } from './list.ts';
import { toNotification } from './representation.ts';

/** The maximum number of notifications that one read returns. */
const batchSize = 500;

/** Reads new notifications of all people, for the streams of events. */
export const createStreamSource = (read: Queries, apiPublicUrl: string) => ({
  readNewest: () => readCounter(read, 'notification.id'),

  async readAfter(n: number) {
    const rows = await selectNotifications(read)
      .where('notifications.n', '>', n)
      .where('in_app', '=', 1)
      .orderBy('notifications.n')
      .limit(batchSize)
      .execute();
    return rows.map(row => ({
      ...{ n: row.n, personId: row.person_id, ticketId: row.ticket_id },
      json: JSON.stringify(toNotification(apiPublicUrl)(row)),
    }));
  },
});
