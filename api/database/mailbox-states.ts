import type { Selectable } from 'kysely';
import { type ConnectionState, connectionStates } from '#contract/enums';
import { encodeEnum } from './column-encoding.ts';
import type { Queries, WriteTransaction } from './queries.ts';
import type { MailboxStateTable } from './schema.ts';

/** The observed state of a mailbox, with the mailbox's id and whether it is enabled. */
export type MailboxState = Selectable<MailboxStateTable> & { id: string; enabled: number };

/** Adds the state of a new mailbox. */
export const insertMailboxState = async (writes: WriteTransaction, mailboxN: number, now: number): Promise<void> => {
  const ok = encodeEnum(connectionStates, 'ok');
  await writes
    .insertInto('mailbox_states')
    .values({
      ...{ mailbox_n: mailboxN, last_mail_at: 0 },
      ...{ inbound_state: ok, inbound_since: now, inbound_error: null },
      ...{ outbound_state: ok, outbound_since: now, outbound_error: null },
    })
    .execute();
};

/** Stores the state of one direction; `error` is human-readable. `since` changes only when the state changes. */
export const setMailboxState = async (
  writes: WriteTransaction,
  mailboxN: number,
  direction: 'inbound' | 'outbound',
  { state, error, now }: { state: ConnectionState; error: string | null; now: number },
): Promise<void> => {
  const encoded = encodeEnum(connectionStates, state);
  await writes
    .updateTable('mailbox_states')
    .set(({ ref, eb }) => ({
      [`${direction}_state`]: encoded,
      [`${direction}_since`]: eb
        .case()
        .when(ref(`${direction}_state`), '=', encoded)
        .then(ref(`${direction}_since`))
        .else(now)
        .end(),
      [`${direction}_error`]: error,
    }))
    .where('mailbox_n', '=', mailboxN)
    .execute();
};

/** Pauses outgoing mail until a person resumes it; `error` is human-readable. */
export const pauseOutbound = async (
  writes: WriteTransaction,
  mailboxN: number,
  { error, now }: { error: string; now: number },
): Promise<void> => {
  await setMailboxState(writes, mailboxN, 'outbound', { state: 'paused', error, now });
  await writes.updateTable('mailbox_states').set({ outbound_retry_at: 0 }).where('mailbox_n', '=', mailboxN).execute();
};

/** Returns whether one direction is paused. `errors` limits this to pauses with one of these errors. */
export const isPaused = async (
  queries: Queries,
  mailboxN: number,
  direction: 'inbound' | 'outbound',
  errors?: readonly string[],
): Promise<boolean> => {
  const row = await queries
    .selectFrom('mailbox_states')
    .select('mailbox_n')
    .where('mailbox_n', '=', mailboxN)
    .where(`${direction}_state`, '=', encodeEnum(connectionStates, 'paused'))
    .$if(errors !== undefined, narrow => narrow.where(`${direction}_error`, 'in', errors ?? []))
    .executeTakeFirst();
  return row !== undefined;
};

/** Lets a paused mailbox try one mail now. This includes a mailbox that only a person can resume. */
export const allowOutboundAttempt = async (writes: WriteTransaction, mailboxId: string): Promise<void> => {
  await writes
    .updateTable('mailbox_states')
    // A time in the past by the clock of every process; 0 would mean that only a person resumes the mailbox.
    .set({ outbound_retry_at: 1 })
    .where('mailbox_n', '=', inner => inner.selectFrom('mailboxes').select('n').where('id', '=', mailboxId))
    .where('outbound_state', '=', encodeEnum(connectionStates, 'paused'))
    .execute();
};

/** Stores when the last mail arrived. */
export const recordLastMail = async (writes: WriteTransaction, mailboxN: number, now: number): Promise<void> => {
  await writes.updateTable('mailbox_states').set({ last_mail_at: now }).where('mailbox_n', '=', mailboxN).execute();
};

/** Reads the states of all mailboxes, the oldest mailbox first. */
export const readMailboxStates = (queries: Queries): Promise<MailboxState[]> =>
  queries
    .selectFrom('mailbox_states')
    .innerJoin('mailboxes', 'mailboxes.n', 'mailbox_states.mailbox_n')
    .selectAll('mailbox_states')
    .select(['mailboxes.id', 'mailboxes.enabled'])
    .orderBy('mailboxes.n')
    .execute();
