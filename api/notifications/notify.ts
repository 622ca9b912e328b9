import { personKinds, roles } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { isStorageNearlyFull } from '../database/stored-bytes.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { doublingBackoff, type Handler, recurringKey } from '../jobs/handler.ts';
import { type EventRow, findRecipients } from './find-recipients.ts';
import { readAllPreferences } from './preferences.ts';
import { insertNotifications, movePosition, type NotificationDraft, readPosition } from './store.ts';
import { findProblems, type SystemProblem } from './system-causes.ts';

const everyMilliseconds = 2000;

/** The maximum number of events that one run reads. */
const batchSize = 200;

/**
 * Reads the change log from the cursor `notify` and notifies people. One transaction stores the notifications and the
 * cursor, so each event notifies exactly once.
 */
export const notify: Handler = {
  kind: 'notify',
  everyMilliseconds,
  concurrency: 1,
  maxAttempts: Number.POSITIVE_INFINITY,
  backoff: doublingBackoff(1000, 60_000),
  effect: 'store',
  async run(_job, { database, clock }) {
    const { read } = database;
    const now = clock();
    database.startRequest();
    const from = await readPosition(read, 'notify');
    const events = await read
      .selectFrom('events')
      .selectAll()
      .where('n', '>', from)
      .orderBy('n')
      .limit(batchSize)
      .execute();
    const { problems, storage } = await findSystemProblems(read, now);
    if (events.length + problems.length === 0 && storage.from === storage.to) return undefined;
    const drafts = await createDrafts(read, events, problems);
    const to = events.at(-1)?.n ?? from;
    if (to === from && storage.from === storage.to && drafts.length === 0) return undefined;
    return async writes => {
      await movePosition(writes, 'notify', { from, to });
      if (storage.from !== storage.to) await movePosition(writes, 'storage', storage);
      await insertNotifications(writes, drafts, now);
      if (events.length === batchSize) await enqueue(writes, 'notify', { key: recurringKey });
    };
  },
};

const createDrafts = async (
  queries: Queries,
  events: readonly EventRow[],
  problems: readonly SystemProblem[],
): Promise<NotificationDraft[]> => {
  const people = await readEnabledPeople(queries);
  const findChannels = await readAllPreferences(queries);
  const ids = people.map(({ id }) => id);
  const administrators = people.flatMap(({ isAdministrator, id: personId }) => {
    const channels = isAdministrator ? findChannels(personId, 'system') : null;
    return channels === null ? [] : [{ personId, channels }];
  });
  return [
    ...(await findRecipients(queries, events, ids, findChannels)),
    ...(await createSystemDrafts(queries, ids, administrators, problems)),
  ];
};

/** Finds problems, and how the cursor `storage` moves. The cursor is 1 while the storage is nearly full, else 0. */
const findSystemProblems = async (read: Queries, now: number) => {
  const from = await readPosition(read, 'storage');
  const to = (await isStorageNearlyFull(read)) ? 1 : 0;
  const full = { cause: 'storage_nearly_full' as const, targetId: null, source: `storage/${now}`, personId: null };
  const problems = [...(await findProblems(read, now)), ...(to > from ? [full] : [])];
  return { problems, storage: { from, to } };
};

/** A sender is notified only in the app. An answer to a mail must not cause another mail. */
const senderChannels = { in_app: true, by_mail: false };

/**
 * Creates the drafts that notify people once of each problem. The people are all administrators, or the sender of a
 * mail.
 */
const createSystemDrafts = async (
  queries: Queries,
  people: readonly string[],
  administrators: readonly Pick<NotificationDraft, 'personId' | 'channels'>[],
  problems: readonly SystemProblem[],
): Promise<NotificationDraft[]> => {
  const drafts = problems.flatMap(({ personId, ...problem }): Extract<NotificationDraft, { kind: 'system' }>[] => {
    const senders = personId !== null && people.includes(personId) ? [{ personId, channels: senderChannels }] : [];
    const recipients = personId === null ? administrators : senders;
    return recipients.map(recipient => ({ ...problem, ...recipient, kind: 'system' }));
  });
  if (drafts.length === 0) return [];
  const notifications = await queries
    .selectFrom('notifications')
    .select(['person_id', 'source'])
    .where('person_id', 'in', [...new Set(drafts.map(({ personId }) => personId))])
    .where('source', 'in', [...new Set(drafts.map(({ source }) => source))])
    .execute();
  const notified = new Set(notifications.map(({ person_id, source }) => `${person_id} ${source}`));
  return drafts.filter(({ personId, source }) => !notified.has(`${personId} ${source}`));
};

const readEnabledPeople = async (queries: Queries): Promise<{ id: string; isAdministrator: boolean }[]> => {
  const people = queries.selectFrom('people').select(['id', 'role']).where('disabled', '=', 0);
  const rows = await people.where('kind', '=', encodeEnum(personKinds, 'person')).orderBy('n').execute();
  return rows.map(({ id, role }) => ({ id, isAdministrator: role === encodeEnum(roles, 'admin') }));
};
