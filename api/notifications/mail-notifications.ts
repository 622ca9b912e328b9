import type { Queries, WriteTransaction } from '../database/database.ts';
import { selectPeopleWithQueuedMail } from '../database/notification-mails.ts';
import { doublingBackoff, type Handler } from '../jobs/handler.ts';

/** Enqueues a mail to a person. @returns its id; null if the desk cannot mail the person */
export type EnqueueMail = (
  writes: WriteTransaction,
  to: { name: string; email: string },
  count: number,
  now: number,
) => Promise<string | null>;

const minute = 60_000;

/** The age of an unread notification, in milliseconds. A mail contains younger ones too. */
const [minAge, maxAge] = [5 * minute, 24 * 60 * minute];

/** The time between two mails to a person. */
const pauseMilliseconds = 15 * minute;

/** The number of people whom one run mails. */
const batchSize = 50;

/**
 * Creates the handler that mails unread notifications, at most one mail per person in 15 minutes. The mails and the
 * marks of their notifications are stored in one transaction, so each notification is mailed at most once. Notifications
 * that could not be mailed for a day are given up.
 */
export const createMailNotifications = (enqueueMail: EnqueueMail): Handler => ({
  kind: 'mail_notifications',
  everyMilliseconds: 30_000,
  concurrency: 1,
  maxAttempts: Number.POSITIVE_INFINITY,
  backoff: doublingBackoff(1000, minute),
  effect: 'store',
  async run(_job, { database, clock }) {
    const now = clock();
    database.startRequest();
    const people = await findDuePeople(database.read, now);
    if (people.length === 0) return undefined;
    return async writes => {
      for (const person of people) await mailPerson(writes, person, enqueueMail, now);
    };
  },
});

type Recipient = { id: string; name: string; email: string };

const findDuePeople = (queries: Queries, now: number): Promise<Recipient[]> =>
  selectWaiting(queries, now)
    .innerJoin('people', 'people.id', 'person_id')
    .select(['people.id', 'people.name', 'people.email'])
    .where('people.disabled', '=', 0)
    .where('person_id', 'not in', inner =>
      inner
        .selectFrom('notifications as mailed')
        .select('mailed.person_id')
        .where(({ eb, lit }) => eb('mailed.mailed_at', '>', lit(0)))
        .where('mailed.mailed_at', '>', now - pauseMilliseconds),
    )
    .where('person_id', 'not in', selectPeopleWithQueuedMail(queries))
    .groupBy(['people.id', 'people.name', 'people.email'])
    .having(({ fn }) => fn.min('notifications.created_at'), '<=', now - minAge)
    .orderBy('people.id')
    .limit(batchSize)
    .execute();

/** Literals match the partial indexes. */
const selectWaiting = (queries: Queries, now: number) =>
  queries
    .selectFrom('notifications')
    .where(({ eb, and, lit }) =>
      and([eb('by_mail', '=', lit(1)), eb('mailed_at', '=', lit(0)), eb('read_at', '=', lit(0))]),
    )
    .where('notifications.created_at', '>', now - maxAge);

const mailPerson = async (
  writes: WriteTransaction,
  { id, name, email }: Recipient,
  enqueueMail: EnqueueMail,
  now: number,
): Promise<void> => {
  const waiting = selectWaiting(writes, now).where('person_id', '=', id);
  const rows = await waiting.select('notifications.n').orderBy('notifications.n').forUpdate().execute();
  const deliveryId = rows.length === 0 ? null : await enqueueMail(writes, { name, email }, rows.length, now);
  if (deliveryId === null) return;
  await writes
    .updateTable('notifications')
    .set({ mailed_at: now, delivery_id: deliveryId })
    .where('n', 'in', waiting.select('notifications.n'))
    .execute();
};
