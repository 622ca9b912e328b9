import type { Database } from '../../database/database.ts';
import { insertNotifications } from '../store.ts';

/** Adds an unread notification of a dead job, and returns its id. */
export const addNotification = async ({ transaction, read }: Database, personId: string): Promise<string> => {
  const draft = {
    kind: 'system',
    cause: 'job_dead',
    targetId: '1',
    source: crypto.randomUUID(),
    personId,
    channels: { in_app: true, by_mail: true },
  } as const;
  await transaction(writes => insertNotifications(writes, [draft], Date.now()));
  const { id } = await read.selectFrom('notifications').select('id').orderBy('n', 'desc').executeTakeFirstOrThrow();
  return id;
};
