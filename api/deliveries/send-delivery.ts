import type { Queries, WriteTransaction } from '../database/database.ts';
import type { MailboxCredentials } from '../database/mailbox-servers.ts';
import { readSettings } from '../database/settings.ts';
import type { Files } from '../files/files.ts';
import { doublingBackoff, type FinishJob, giveUp, type Handler, type JobContext, retryAt } from '../jobs/handler.ts';
import { createBounceAddress, splitAddress } from '../mail/address-token.ts';
import { isAccountMail } from './account-mails.ts';
import { announceDelivery, type UndeliveredTickets } from './announce.ts';
import { ensureSending } from './ensure-sending.ts';
import { findFileObstacle } from './file-obstacle.ts';
import { type ComposedMail, captures, loadMail, type MailboxRow, parseOutbound } from './load-mail.ts';
import { claimAttempt, pauseMailbox, readOutboundState, resumeMailbox } from './mailbox-pauses.ts';
import type { MailboxPools } from './mailbox-pools.ts';
import { isNotificationMail } from './notification-mails.ts';
import { findHoldReason, releaseDelivery, type ThreadTicket, type TicketThreads } from './release.ts';
import type { DeliveryRow } from './representation.ts';
import type { SendOutcome } from './smtp/outcome.ts';
import { toSmtpSettings } from './smtp/settings.ts';
import { held, isFinal, queued, sending, waitsForPerson } from './states.ts';
import { findDelivery, findDeskActor, lockTicketOf, updateDelivery } from './store.ts';
import { readTokenKey, type SecretReader } from './token-key.ts';
import {
  cancelQueued,
  captureDelivery,
  failForDeletedMailbox,
  getWaiting,
  holdForFiles,
  startSending,
  storeDisconnect,
  storeResults,
  storeUnknown,
} from './transitions.ts';

export type SendDependencies<Ticket> = MailboxCredentials & {
  stores: {
    tickets: TicketThreads<Ticket> & UndeliveredTickets;
    files: Files;
    mailboxes: { findRecipient(queries: Queries, address: string): Promise<object | null> };
  };
  secrets: SecretReader;
  mailboxPools: MailboxPools;
  /** API_PUBLIC_URL, to which mail about accounts links. */
  apiPublicUrl: string;
  /** PUBLIC_URL, to which mail about notifications links. */
  deskUrl: string;
};

/** The maximum size of a composed mail. It is enough for the largest allowed message, whose files are in base64. */
const maxComposedBytes = 64 * 1024 * 1024;

/** The delay of mail whose mailbox is disabled or has no server. */
const disabledMilliseconds = 600_000;

/** How long a mail waits before the scans of its files are checked again. */
const scanMilliseconds = 15_000;

/** The delay of a mail whose mailbox waits for a new access token. */
const renewingMilliseconds = 2000;

/**
 * The fallback delay of mail whose mailbox is paused. It is multiplied by a random number from 1 to 2. Normally, the
 * mail becomes due earlier, when the mailbox resumes.
 */
const pausedMilliseconds = 600_000;

const getFallbackTime = (now: number): number => now + Math.round(pausedMilliseconds * (1 + Math.random()));

/**
 * Creates the handler that sends one mail. `backoff` applies to unexpected errors. After a failed attempt to send, the
 * delays of retry-delay.ts apply.
 */
export const createSendDelivery = <Ticket extends ThreadTicket>(dependencies: SendDependencies<Ticket>): Handler => ({
  kind: 'send_delivery',
  concurrency: 8,
  maxAttempts: 8,
  backoff: doublingBackoff(5000, 600_000),
  deadlineMilliseconds: 900_000,
  effect: 'outside',
  isUrgent: true,
  ensureJobs: ensureSending,
  run: (job, context) => send(String(job.payload['delivery_id']), context, dependencies),
});

const send = async <Ticket extends ThreadTicket>(
  id: string,
  context: JobContext,
  dependencies: SendDependencies<Ticket>,
): Promise<FinishJob | undefined> => {
  const { database, clock } = context;
  const row = await findDelivery(database.read, id);
  const announce: FinishJob = writes => announceDelivery(writes, dependencies.stores.tickets, { id }, clock());
  if (row === null || waitsForPerson(row)) return undefined;
  if (isFinal(row.state)) return announce;
  const now = clock();
  if (row.state === held && row.send_after > now) throw retryAt(row.send_after);
  if (row.state === held && row.reason === null) return releaseScheduled(row, context, dependencies);
  if (row.state === sending) {
    const unknown = { attempt: row.attempts, response: 'The process ended while it sent the mail.' };
    await database.transaction(writes => storeUnknown(writes, row, unknown, now));
    throw retryAt(now);
  }
  if (row.next_attempt_at > now) throw retryAt(row.next_attempt_at);
  const obstacle = await findFileObstacle(database.read, row);
  if (obstacle !== row.reason) await database.transaction(writes => holdForFiles(writes, row, obstacle, now));
  if (obstacle === 'file_not_scanned') throw retryAt(now + scanMilliseconds);
  if (obstacle !== null) return undefined;
  if (row.state === held) throw retryAt(now);
  await sendQueued(row, context, dependencies);
  return announce;
};

/** Queues a scheduled mail that is due, or holds it for a person. */
const releaseScheduled = async <Ticket extends ThreadTicket>(
  { id }: DeliveryRow,
  { database, clock }: JobContext,
  { stores }: SendDependencies<Ticket>,
): Promise<never> => {
  await database.transaction(async writes => {
    await lockTicketOf(writes, id);
    const row = await findDelivery(writes, id);
    if (row === null || row.state !== held || row.reason !== null) return;
    const reason = await findHoldReason(writes, row);
    if (reason === null) await releaseDelivery(writes, stores.tickets, row, await findDeskActor(writes, row, clock()));
    else await updateDelivery(writes, row, { reason }, clock());
  });
  throw retryAt(clock());
};

/** Sends or captures a queued delivery. When it returns, the delivery is final or deleted. */
const sendQueued = async <Ticket>(
  row: DeliveryRow,
  context: JobContext,
  dependencies: SendDependencies<Ticket>,
): Promise<void> => {
  const { database, clock } = context;
  const mailbox = await database.read
    .selectFrom('mailboxes')
    .selectAll()
    .where('id', '=', row.mailbox_id)
    .executeTakeFirst();
  if (mailbox === undefined) {
    await database.transaction(writes => failForDeletedMailbox(writes, row, clock()));
    return;
  }
  if (mailbox.enabled === 0) throw retryAt(clock() + disabledMilliseconds);
  const tokenKey = await readTokenKey(dependencies.secrets, database.read);
  const { files, mailboxes } = dependencies.stores;
  const store = (bytes: AsyncIterable<Uint8Array>) =>
    files.put(bytes, { maxBytes: maxComposedBytes }, async file => {
      await database.transaction(writes => file.store(writes, clock()));
      return file;
    });
  const cancel = async (): Promise<never> => {
    await database.transaction(writes => cancelQueued(writes, row, clock()));
    throw retryAt(clock());
  };
  const { apiPublicUrl, deskUrl } = dependencies;
  const isToPerson = isAccountMail(row) || isNotificationMail(row);
  const load = async () => {
    // The address may now belong to a mailbox, where everyone could read the mail.
    for (const { email } of isToPerson ? row.recipients : [])
      if ((await mailboxes.findRecipient(database.read, email)) !== null) return cancel();
    const options = { tokenKey, apiPublicUrl, deskUrl, now: clock(), files, store };
    const mail = await loadMail(database.read, row, mailbox, options);
    if (mail === null && isToPerson) return cancel();
    if (mail === null) throw giveUp('The text of the mail does not exist any more.');
    return mail;
  };
  if (captures(mailbox)) {
    // Everyone could read a captured mail.
    if (isAccountMail(row)) return cancel();
    const mail = await load();
    const isCaptured = await database.transaction(writes => captureDelivery(writes, row, mail, clock()));
    if (!isCaptured) throw retryAt(clock());
    return;
  }
  await sendBySmtp(row, mailbox, { load, tokenKey }, context, dependencies);
};

type MailLoader = { load: () => Promise<ComposedMail>; tokenKey: Buffer };

const sendBySmtp = async <Ticket>(
  row: DeliveryRow,
  mailbox: MailboxRow,
  { load, tokenKey }: MailLoader,
  { database, clock, signal }: JobContext,
  { readCredentials, rejectToken, mailboxPools }: SendDependencies<Ticket>,
): Promise<void> => {
  // The end of a pause of all outgoing mail makes the job due.
  if ((await readSettings(database.read)).outbound_paused) throw retryAt(getFallbackTime(clock()));
  const before = await readOutboundState(database.read, mailbox.n);
  if (before.isPaused && (before.retryAt === 0 || before.retryAt > clock())) throw retryAt(getFallbackTime(clock()));
  const server = parseOutbound(mailbox);
  if (server === null) throw retryAt(clock() + disabledMilliseconds);
  const pause = async (reason: { response: string; needsPerson: boolean }): Promise<never> => {
    const retry = await database.transaction(writes => pauseMailbox(writes, mailbox.n, reason, clock()));
    throw retryAt(retry ?? getFallbackTime(clock()));
  };
  const credentials = await readCredentials(database, mailbox, 'outbound', clock());
  if (credentials !== null && 'response' in credentials) {
    if (credentials.isRenewing) throw retryAt(clock() + renewingMilliseconds);
    return pause(credentials);
  }
  const { limits, pool } = mailboxPools.get(mailbox.id, toSmtpSettings(server, credentials), server.max_per_minute);
  const time = limits.reserve(row.id, clock());
  if (time > clock()) throw retryAt(time);
  if (before.isPaused && !(await database.transaction(writes => claimAttempt(writes, mailbox.n, before, clock()))))
    throw retryAt(getFallbackTime(clock()));

  const mail = await load();
  let attempt: number | null = null;
  // If this process shuts down before the server gets the mail, another process sends the mail immediately.
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(retryAt(clock()));
  signal.addEventListener('abort', abort);
  const sent = pool.send({
    from: server.bounce_addressing
      ? createBounceAddress(tokenKey, splitAddress(mailbox.address)[1], row.n)
      : mailbox.address,
    to: getWaiting(row).map(({ email }) => email),
    mail: mail.bytes,
    async beforeData() {
      if (signal.aborted) return false;
      signal.removeEventListener('abort', abort);
      attempt = await database.transaction(writes => startSending(writes, row, mail, clock()));
      return attempt !== null;
    },
  });
  const outcome = await Promise.race([sent, aborted.promise]);
  // Stores the response first, so that a later failure does not send the mail again.
  await database.transaction(writes => storeOutcome(writes, row, outcome, { attempt, now: clock() }));
  if (outcome.kind === 'unavailable') {
    if (outcome.needsPerson && credentials !== null && 'generation' in credentials) {
      const { generation } = credentials;
      const isRenewing = await rejectToken(database, mailbox.id, { generation, now: clock() });
      if (isRenewing) throw retryAt(clock() + renewingMilliseconds);
    }
    return pause(outcome);
  }
  if (before.isPaused) await resumeMailbox(database, mailbox, { all: false, now: clock() });
  if (outcome.kind === 'aborted') throw retryAt(clock());
  const after = await findDelivery(database.read, row.id);
  if (after !== null && after.state === queued) throw retryAt(after.next_attempt_at);
};

const storeOutcome = async (
  writes: WriteTransaction,
  row: DeliveryRow,
  outcome: SendOutcome,
  { attempt, now }: { attempt: number | null; now: number },
): Promise<void> => {
  if (outcome.kind === 'completed') await storeResults(writes, row, outcome, { attempt, now });
  else if (outcome.kind === 'disconnected') await storeDisconnect(writes, row, outcome.response, { attempt, now });
  else if (outcome.kind === 'unknown')
    await storeUnknown(writes, row, { attempt: attempt ?? 0, response: outcome.response }, now);
};
