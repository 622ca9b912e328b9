import { connectionStates } from '#contract/enums';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { setMailboxState } from '../database/mailbox-states.ts';
import { announceJob, enqueue } from '../jobs/enqueue.ts';
import { connectionDraft, type MailboxRow } from './representation.ts';

/**
 * Enqueues the job of an enabled mailbox with an IMAP server. A running job is notified, and connects again or ends.
 */
export const enqueuePolling = async (
  writes: WriteTransaction,
  { id, enabled, inbound }: Pick<MailboxRow, 'id' | 'enabled' | 'inbound'>,
  runAt?: number,
): Promise<void> => {
  if (inbound === null || enabled === 0) return announceJob(writes, 'poll_mailbox');
  const job = { key: id, payload: { mailbox_id: id } };
  await enqueue(writes, 'poll_mailbox', runAt === undefined ? job : { ...job, runAt });
};

/** Finds the mailboxes that need a polling job but have none. */
export const findUnpolled = (queries: Queries) =>
  queries
    .selectFrom('mailboxes')
    .innerJoin('mailbox_states', 'mailbox_n', 'mailboxes.n')
    .leftJoin('jobs', join => join.onRef('jobs.key', '=', 'mailboxes.id').on('jobs.kind', '=', 'poll_mailbox'))
    .select(['mailboxes.id', 'enabled', 'inbound'])
    .where('inbound', 'is not', null)
    .where('enabled', '=', 1)
    .where('inbound_state', '<>', encodeEnum(connectionStates, 'paused'))
    .where('jobs.n', 'is', null)
    .execute();

/** Enqueues missing jobs, such as jobs that administrators discarded. */
export const ensurePolling = async ({ read, transaction }: Database): Promise<void> => {
  const rows = await findUnpolled(read);
  if (rows.length === 0) return;
  await transaction(async writes => {
    for (const row of rows) await enqueuePolling(writes, row);
  });
};

/** Connects a mailbox to its IMAP server immediately, even if the mailbox is paused. */
export const resumePolling = async (writes: WriteTransaction, row: MailboxRow, now: number): Promise<void> => {
  const state = row.inbound === null ? 'ok' : 'connecting';
  await setMailboxState(writes, row.n, 'inbound', { state, error: null, now });
  await enqueuePolling(writes, row);
};

/** Resumes polling on behalf of a person, and records this in the audit log. */
export const resumeByPerson = async (writes: WriteTransaction, row: MailboxRow, actor: AuditActor): Promise<void> => {
  await resumePolling(writes, row, actor.now);
  await recordAudit(writes, actor, { action: 'mailbox.resumed', targetId: row.id });
};

/**
 * Applies a change of the IMAP server. After a change of the folder, only new mail is imported, or mail since
 * `import_since` if it is set. After a change of the host or the user, or to another `import_since`, the import finds
 * its start by date instead of by UID. It recognizes mail that was already imported: a new host or user name may mean
 * the same account.
 */
export const applyInboundChange = async (
  writes: WriteTransaction,
  before: MailboxRow,
  after: MailboxRow,
  now: number,
): Promise<void> => {
  const [old, current] = [connectionDraft(before).inbound, connectionDraft(after).inbound];
  if (current === null || old?.folder !== current.folder)
    await writes.deleteFrom('imap_cursors').where('mailbox_n', '=', after.n).execute();
  else if (old.import_since !== current.import_since && current.import_since !== null)
    await restartImport(writes, after.n, { uidvalidity: 0, since: 0, since_uid: 0 });
  else if (old.host !== current.host || old.user !== current.user)
    await restartImport(writes, after.n, { uidvalidity: 0 });
  await resumePolling(writes, after, now);
};

const restartImport = async (
  writes: WriteTransaction,
  mailboxN: number,
  cursor: { uidvalidity: 0; since?: 0; since_uid?: 0 },
): Promise<void> => {
  await writes.updateTable('imap_cursors').set(cursor).where('mailbox_n', '=', mailboxN).execute();
};
