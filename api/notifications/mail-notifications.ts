import type { Queries, WriteTransaction } from '../database/database.ts';
import { doublingBackoff, type Handler } from '../jobs/handler.ts';

/** Sends mail to people of the desk. */
export type NotificationMails = {
  /** Enqueues a mail to a person. @returns its id; null if no mailbox can send or capture it now */
  enqueue(
    writes: WriteTransaction,
    to: { name: string; email: string },
    count: number,
    now: number,
  ): Promise<string | null>;
  /** Withdraws a mail that is not sent yet. @returns false if it is being sent, has a final state or was deleted */
  withdraw(writes: WriteTransaction, deliveryId: string, now: number): Promise<boolean>;
};

const minute = 60_000;

/**
 * The age range, in milliseconds, in which an unread notification causes a mail. The mail contains younger
 * notifications, too.
 */
const [minAge, maxAge] = [5 * minute, 24 * 60 * minute];

/** The minimum time between two mails to a person. */
const pauseMilliseconds = 15 * minute;

/** The maximum number of people whom one run mails. */
const batchSize = 50;

/**
 * Creates the handler that mails unread notifications. A person gets at most one mail in 15 minutes. One transaction
 * stores the mails and marks their notifications as mailed, so each notification is mailed at most once. A new mail
 * replaces an unsent mail: otherwise mails would pile up while a mail server is down. A notification that could not be
 * mailed within a day is never mailed.
 */
export const createMailNotifications = (mails: NotificationMails): Handler => ({
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
      for (const person of people) await mailPerson(writes, person, mails, now);
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
        .where('mailed.mailed_at', '>', now - pauseMilliseconds)
        // Matches the partial index. SQLite uses the first condition as the range.
        .where(({ eb, lit }) => eb('mailed.mailed_at', '>', lit(0))),
    )
    .groupBy(['people.id', 'people.name', 'people.email'])
    .having(({ fn }) => fn.min('notifications.created_at'), '<=', now - minAge)
    .orderBy('people.id')
    .limit(batchSize)
    .execute();

/** Selects unread notifications that are to be mailed and are not mailed yet. Literals match the partial index. */
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
  { enqueue, withdraw }: NotificationMails,
  now: number,
): Promise<void> => {
  const unread = await writes
    .selectFrom('notifications')
    .select(['n', 'delivery_id'])
    .where('person_id', '=', id)
    .where(({ eb, and, lit }) => and([eb('by_mail', '=', lit(1)), eb('read_at', '=', lit(0))]))
    .where('created_at', '>', now - maxAge)
    .orderBy('n')
    .forUpdate()
    .execute();
  const withdrawn = new Set<string | null>([null]);
  for (const deliveryId of new Set(unread.map(({ delivery_id }) => delivery_id)))
    if (deliveryId !== null && (await withdraw(writes, deliveryId, now))) withdrawn.add(deliveryId);
  const numbers = unread.filter(({ delivery_id }) => withdrawn.has(delivery_id)).map(({ n }) => n);
  if (numbers.length === 0) return;
  const deliveryId = await enqueue(writes, { name, email }, numbers.length, now);
  await writes
    .updateTable('notifications')
    .set(deliveryId === null ? { mailed_at: 0, delivery_id: null } : { mailed_at: now, delivery_id: deliveryId })
    .where('n', 'in', numbers)
    .execute();
};
