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
 * Reads the change log from its cursor and notifies people. The notifications and the cursor are stored in one
 * transaction, so each event notifies exactly once.
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
    ...(await createSystemDrafts(queries, administrators, problems)),
  ];
};

/** Finds the problems, and the change of the cursor `storage`. It is 1 while the storage is nearly full, else 0. */
const findSystemProblems = async (read: Queries, now: number) => {
  const from = await readPosition(read, 'storage');
  const to = (await isStorageNearlyFull(read)) ? 1 : 0;
  const full = { cause: 'storage_nearly_full' as const, targetId: null, source: `storage/${now}` };
  const problems = [...(await findProblems(read, now)), ...(to > from ? [full] : [])];
  return { problems, storage: { from, to } };
};

/** Creates the drafts that notify each administrator once of each problem. */
const createSystemDrafts = async (
  queries: Queries,
  administrators: readonly Pick<NotificationDraft, 'personId' | 'channels'>[],
  problems: readonly SystemProblem[],
): Promise<NotificationDraft[]> => {
  if (administrators.length === 0 || problems.length === 0) return [];
  const sources = problems.map(({ source }) => source);
  const notifications = await queries
    .selectFrom('notifications')
    .select(['person_id', 'source'])
    .where(
      'person_id',
      'in',
      administrators.map(({ personId }) => personId),
    )
    .where('source', 'in', sources)
    .execute();
  const isNotified = (personId: string, source: string) =>
    notifications.some(row => row.person_id === personId && row.source === source);
  return problems.flatMap(problem =>
    administrators
      .filter(({ personId }) => !isNotified(personId, problem.source))
      .map(administrator => ({ ...problem, ...administrator, kind: 'system' })),
  );
};

const readEnabledPeople = async (queries: Queries): Promise<{ id: string; isAdministrator: boolean }[]> => {
  const people = queries.selectFrom('people').select(['id', 'role']).where('disabled', '=', 0);
  const rows = await people.where('kind', '=', encodeEnum(personKinds, 'person')).orderBy('n').execute();
  return rows.map(({ id, role }) => ({ id, isAdministrator: role === encodeEnum(roles, 'admin') }));
};
