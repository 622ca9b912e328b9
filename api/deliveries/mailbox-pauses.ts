import { connectionStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { setMailboxState } from '../database/mailbox-states.ts';
import { getOutageDelay } from './retry-delay.ts';
import { queued } from './states.ts';
import { enqueueSending, updateDelivery } from './store.ts';

const paused = encodeEnum(connectionStates, 'paused');

/**
 * Whether a mailbox may send. Times are in milliseconds since 1970. `retryAt` of a paused mailbox is the time of the
 * next attempt; 0 if only a person can resume the mailbox.
 */
type OutboundState = { isPaused: boolean; since: number; retryAt: number };

/** Reads whether a mailbox may send. A mailbox without a stored state may send. */
export const readOutboundState = async (queries: Queries, mailboxN: number): Promise<OutboundState> => {
  const row = await queries
    .selectFrom('mailbox_states')
    .select(['outbound_state', 'outbound_since', 'outbound_retry_at'])
    .where('mailbox_n', '=', mailboxN)
    .executeTakeFirst();
  return {
    isPaused: row?.outbound_state === paused,
    since: row?.outbound_since ?? 0,
    retryAt: row?.outbound_retry_at ?? 0,
  };
};

/**
 * Pauses a mailbox whose server is unavailable.
 * @returns the time of the next attempt; null if a person has to resume the mailbox
 */
export const pauseMailbox = async (
  writes: WriteTransaction,
  mailboxN: number,
  { response, needsPerson }: { response: string; needsPerson: boolean },
  now: number,
): Promise<number | null> => {
  const { isPaused, since } = await readOutboundState(writes, mailboxN);
  const retryAt = needsPerson ? 0 : now + getOutageDelay(isPaused ? now - since : 0);
  await setMailboxState(writes, mailboxN, 'outbound', { state: 'paused', error: response, now });
  await setRetryTime(writes, mailboxN, retryAt);
  return needsPerson ? null : retryAt;
};

const setRetryTime = async (writes: WriteTransaction, mailboxN: number, retryAt: number): Promise<void> => {
  await writes
    .updateTable('mailbox_states')
    .set({ outbound_retry_at: retryAt })
    .where('mailbox_n', '=', mailboxN)
    .execute();
};

/** How long an attempt to reach the server of a paused mailbox prevents other attempts. */
const attemptMilliseconds = 60_000;

/** Claims the next attempt to reach the server of a paused mailbox. @returns false if another delivery claimed it */
export const claimAttempt = async (
  writes: WriteTransaction,
  mailboxN: number,
  { retryAt }: OutboundState,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await writes
    .updateTable('mailbox_states')
    .set({ outbound_retry_at: now + attemptMilliseconds })
    .where('mailbox_n', '=', mailboxN)
    .where('outbound_retry_at', '=', retryAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** The maximum number of deliveries that one transaction makes due. */
const batchSize = 200;

/**
 * Resumes a mailbox, and makes its waiting mail due.
 * @param all whether mail that waits for its own retry becomes due, too
 */
export const resumeMailbox = async (
  database: Pick<Database, 'transaction'>,
  mailbox: { n: number; id: string },
  { all, now }: { all: boolean; now: number },
): Promise<void> => {
  await database.transaction(async writes => {
    await setMailboxState(writes, mailbox.n, 'outbound', { state: 'ok', error: null, now });
    await setRetryTime(writes, mailbox.n, 0);
  });
  let last = 0;
  for (;;) {
    const rows = await database.transaction(writes => makeDue(writes, mailbox.id, { after: last, all, now }));
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.n ?? 0;
  }
};

const makeDue = async (
  writes: WriteTransaction,
  mailboxId: string,
  { after, all, now }: { after: number; all: boolean; now: number },
): Promise<{ n: number }[]> => {
  const rows = await writes
    .selectFrom('deliveries')
    .select(['n', 'id', 'version', 'next_attempt_at'])
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', queued)
    .where('n', '>', after)
    .$if(!all, narrow => narrow.where('next_attempt_at', '=', 0))
    .orderBy('n')
    .limit(batchSize)
    .forUpdate()
    .execute();
  for (const row of rows) {
    if (row.next_attempt_at > 0) await updateDelivery(writes, row, { next_attempt_at: 0 }, now);
    await enqueueSending(writes, row);
  }
  return rows;
};
