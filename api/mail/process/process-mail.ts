import type { MailProcessing, TicketDraft } from '#contract';
import { type MailReason, mailReasons } from '#contract/enums';
import { maxRecipients } from '#contract/messages';
import { ticketDefaults } from '#contract/tickets';
import type { AttachmentStore, UploadedFile } from '../../attachments/store.ts';
import type { Actor } from '../../database/change-log.ts';
import { encodeEnum } from '../../database/column-encoding.ts';
import { incrementCounter, nextId } from '../../database/counters.ts';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import { encodeMailState, type MailRow } from '../../database/mails.ts';
import { saveMessageId } from '../../database/message-ids.ts';
import { saveParticipants } from '../../database/participants.ts';
import { readSettings } from '../../database/settings.ts';
import type { MailboxRow } from '../../mailboxes/representation.ts';
import { mailProcessing } from '../../mails/representation.ts';
import type { MailFacts, MailStore } from '../../mails/store.ts';
import type { IncomingMessage } from '../../messages/rows.ts';
import { getDeskId } from '../desk-id.ts';
import {
  type DeliveryReport,
  listMessageFiles,
  type MailAddress,
  type ParsedMail,
  type UnparsableMailError,
} from '../parse/parsed-mail.ts';
import { replacePlaceholders } from '../parse/pictures.ts';
import { checkSender, exceedsSenderRate, findObstacle, type SenderCheck } from './find-obstacle.ts';
import { findTicket, isClosedForLong, isOnTicket } from './find-ticket.ts';
import { toMailFacts } from './mail-facts.ts';
import { describeOriginal, toUploadedFile } from './message-files.ts';
import { createOwnAddressCheck } from './own-addresses.ts';

/** The columns of a ticket that processing needs. */
type MailTicket = {
  n: number;
  id: string;
  state: number;
  closed_at: number;
  customer_name: string | null;
  customer_email: string | null;
};

/** The functions of other folders that processing needs. */
export type ProcessDependencies<Ticket extends MailTicket> = {
  mails: MailStore;
  mailboxes: { findAll(queries: Queries): Promise<MailboxRow[]> };
  /** Null before the first mailbox was created. */
  readTokenKey(queries: Queries): Promise<Buffer | null>;
  tickets: {
    find(queries: Queries, id: string): Promise<Ticket | null>;
    insert(
      writes: WriteTransaction,
      draft: TicketDraft,
      actor: Actor,
      id: undefined,
      followUpOf: string | null,
    ): Promise<Ticket>;
  };
  messages: {
    insertIncoming(
      writes: WriteTransaction,
      ticket: Ticket,
      message: IncomingMessage,
      actor: Actor,
      id: string,
    ): Promise<unknown>;
  };
  attachments: Pick<AttachmentStore, 'reserveIds' | 'insertOnMessage'>;
  deliveries: IncomingMailEffects;
};

/** The effects of incoming mail on outgoing mail. */
export type IncomingMailEffects = {
  /**
   * Applies a delivery status notification. It was sent to `addresses`, one of which may identify the delivery.
   * @returns the ticket of the delivery; null if the delivery is unknown or has no ticket
   */
  applyDeliveryReport(
    writes: WriteTransaction,
    report: DeliveryReport & { addresses: readonly string[] },
    now: number,
  ): Promise<{ ticketId: string } | null>;
  /**
   * Deletes the one-time links that a mail reveals. The links are in its text, or in account mails to which it replies
   * or which it returns.
   */
  deleteRevealedLinks(
    writes: WriteTransaction,
    mail: { addresses: readonly string[]; messageIds: readonly string[]; text: string },
  ): Promise<void>;
  /** Enqueues an acknowledgement of the first mail of a ticket, if its mailbox sends acknowledgements. */
  enqueueAcknowledgement(
    writes: WriteTransaction,
    mail: { ticketId: string; mailboxId: string; to: MailAddress },
    now: number,
  ): Promise<void>;
};

/** The parsed mail. For a mail that could not be parsed: its headers, or null if they are unknown. */
export type MailContent =
  | { mail: ParsedMail; failure: null }
  | { mail: ParsedMail | null; failure: UnparsableMailError['reason'] | 'original_missing' };

/**
 * Creates the function that stores the result of processing a mail. The result is a message, or the reason why the mail
 * has no message. The function locks the mail, and does nothing if the mail was processed or deleted meanwhile. So a
 * repeated call changes nothing.
 */
export const createMailProcessor = <Ticket extends MailTicket>(dependencies: ProcessDependencies<Ticket>) => {
  const { mails, mailboxes, readTokenKey, tickets } = dependencies;

  return async (writes: WriteTransaction, id: string, content: MailContent, now: number): Promise<void> => {
    const row = await mails.find(writes, id);
    if (row === null || row.state !== encodeMailState('received')) return;
    const processing = mailProcessing(row);
    const facts = content.mail && toMailFacts(content.mail);
    const finishWithoutMessage = (state: 'held' | 'failed' | 'ignored', reason: MailReason) =>
      mails.finish(writes, row, createResult(state, reason), facts, now);

    await deleteRevealedLinks(writes, content.mail ?? createPlainMail(null), row);
    const isPlain = processing.as === 'plain_ticket';
    if (content.failure !== null && !isPlain) return finishWithoutMessage('failed', content.failure);
    const all = await mailboxes.findAll(writes);
    const isAutomatic = processing.as === 'automatic';
    const own = all.find(each => each.id === row.mailbox_id);
    const mailbox = own ?? (isAutomatic ? undefined : await findDefaultMailbox(writes, all));
    if (mailbox === undefined) return finishWithoutMessage('held', 'mailbox_deleted');
    const mail = applyEnvelope(isPlain ? createPlainMail(content.mail) : (content.mail as ParsedMail), row);
    const files = isPlain ? [describeOriginal(row)] : listMessageFiles(mail).map(toUploadedFile);
    const tokenKey = await readTokenKey(writes);
    const context = {
      deskId: tokenKey && getDeskId(tokenKey),
      trustedServer: mailbox.trusted_authserv_id,
      isOwnAddress: createOwnAddressCheck(all),
    };
    const sender = await checkSender(writes, mail, context);
    // Mails of all mailboxes wait here for each other, so that the checks below see every earlier copy. Every writer of
    // messages and mails takes its locks in the same order, and the counter of the change log last.
    await incrementCounter(writes, 'mails.changes');
    const obstacle = isAutomatic ? await findObstacle(writes, mail, row, sender, context) : null;
    if (obstacle !== null) return finishWithoutMessage(obstacle.state, obstacle.reason);
    const search = { envelopeTo: row.envelope_to, tokenKey, subjectThreading: mailbox.subject_threading === 1 };
    const found = await chooseTicket(writes, mail, processing, search);
    const isFollowUp =
      found !== null && isAutomatic && !mail.isAutomatic && isClosedForLong(found, mailbox.new_ticket_after_days, now);
    const createsTicket = found === null || isFollowUp;
    // Old mail is imported in one batch, so its senders' rate does not count.
    if (isAutomatic && mail.from !== null && row.is_old === 0) {
      const exceedsRate = await exceedsSenderRate(writes, mail.from.email.toLowerCase(), createsTicket, now);
      if (exceedsRate) return finishWithoutMessage('held', 'sender_rate');
    }
    await store(writes, {
      ...{ row, mail, files, facts, mailbox, sender, now },
      ...{ ticketId: createsTicket ? null : found.id, followUpOf: isFollowUp ? found.id : null },
      isOwnAddress: context.isOwnAddress,
    });
  };

  async function deleteRevealedLinks(writes: WriteTransaction, mail: ParsedMail, row: MailRow): Promise<void> {
    const { messageId, inReplyTo, references, report, body } = mail;
    const messageIds = [messageId, ...inReplyTo, ...references, report?.messageId ?? null].filter(id => id !== null);
    const revealed = { addresses: listAddresses(mail, row), messageIds, text: body };
    await dependencies.deliveries.deleteRevealedLinks(writes, revealed);
  }

  /** Finds the ticket of a mail; an agent may have chosen the ticket. */
  async function chooseTicket(
    writes: WriteTransaction,
    mail: ParsedMail,
    { as, ticket_id }: MailProcessing,
    context: Parameters<typeof findTicket>[2],
  ) {
    if (as === 'ticket') return tickets.find(writes, ticket_id ?? '');
    return as === 'automatic' ? findTicket(writes, mail, context) : null;
  }

  type Accepted = {
    row: MailRow;
    mail: ParsedMail;
    files: UploadedFile[];
    facts: MailFacts | null;
    mailbox: MailboxRow;
    sender: SenderCheck;
    ticketId: string | null;
    followUpOf: string | null;
    isOwnAddress(email: string): boolean;
    now: number;
  };

  /** Adds a mail to its ticket, or creates a ticket. */
  async function store(writes: WriteTransaction, accepted: Accepted): Promise<void> {
    const { row, mail, files, facts, mailbox, sender, followUpOf, isOwnAddress, now } = accepted;
    const isSilent = mail.isAutomatic || row.is_old === 1;
    const actor = { personId: mailbox.person_id, clientId: null, now, isSilent };
    const messageId = await nextId(writes, 'message');
    const fileIds = await dependencies.attachments.reserveIds(writes, files.length);
    const reported = await applyReport(writes, mail, row, now);
    const existing = await findExisting(writes, reported?.ticketId ?? accepted.ticketId);
    const createTicket = async () =>
      tickets.insert(writes, await createTicketDraft(writes, mail, mailbox), actor, undefined, followUpOf);
    const ticket = existing ?? (await createTicket());
    const isNew = existing === null;
    const isKnown = isNew || mail.report !== null || (await isOnTicket(writes, ticket, mail.from?.email ?? ''));
    await saveMailAddresses(writes, ticket, mail, { isKnown, isOwnAddress });
    if (mail.messageId !== null) await saveMessageId(writes, ticket.n, mail.messageId, { isOutgoing: false });
    const attachedFiles = await dependencies.attachments.insertOnMessage(writes, files, fileIds, {
      ...{ ticketId: ticket.id, messageId, uploaderId: mailbox.person_id, now },
    });
    await dependencies.messages.insertIncoming(
      writes,
      ticket,
      {
        ...{ body: replacePlaceholders(mail.body, fileIds), format: mail.format, authorName: describeSender(mail) },
        ...{ isAutomatic: mail.isAutomatic, foldedLines: mail.foldedLines, mailId: row.id },
        files: attachedFiles,
        ...{ isSenderKnown: isKnown, isSenderVerified: sender.isVerified },
        ...{ to: mail.to.slice(0, maxRecipients), cc: mail.cc.slice(0, maxRecipients) },
      },
      actor,
      messageId,
    );
    if (isNew && !isSilent && mail.from !== null) {
      const acknowledged = { ticketId: ticket.id, mailboxId: mailbox.id, to: mail.from };
      await dependencies.deliveries.enqueueAcknowledgement(writes, acknowledged, now);
    }
    const result = { ticket_id: ticket.id, message_id: messageId, starts_ticket: isNew ? 1 : 0 };
    await mails.finish(writes, row, { ...createResult('processed', null), ...result }, facts, now);
  }

  async function findExisting(writes: WriteTransaction, id: string | null): Promise<Ticket | null> {
    return id === null ? null : tickets.find(writes, id);
  }

  async function applyReport(writes: WriteTransaction, mail: ParsedMail, row: MailRow, now: number) {
    if (mail.report === null) return null;
    const report = { ...mail.report, addresses: listAddresses(mail, row) };
    return dependencies.deliveries.applyDeliveryReport(writes, report, now);
  }
};

/** Lists the addresses to which a mail was sent. One of them may be a bounce address. */
const listAddresses = ({ to, deliveredTo }: ParsedMail, row: MailRow): string[] => [
  row.envelope_to ?? '',
  ...to.map(({ email }) => email),
  ...deliveredTo,
];

const createResult = (state: 'processed' | 'held' | 'failed' | 'ignored', reason: MailReason | null) => ({
  state: encodeMailState(state),
  reason: reason === null ? null : encodeEnum(mailReasons, reason),
  ...{ ticket_id: null, message_id: null, starts_ticket: 0 },
});

/** Applies the envelope. An empty envelope sender marks automatic mail (RFC 5321 4.5.5, RFC 3834 3.3). */
const applyEnvelope = (mail: ParsedMail, { envelope_from }: MailRow): ParsedMail => ({
  ...mail,
  isAutomatic: mail.isAutomatic || envelope_from === '',
});

/**
 * Finds a mailbox for a mail whose own mailbox was deleted. This is the default mailbox of the desk if it is enabled,
 * else the first enabled mailbox.
 */
const findDefaultMailbox = async (
  queries: Queries,
  mailboxes: readonly MailboxRow[],
): Promise<MailboxRow | undefined> => {
  const { default_mailbox_id } = await readSettings(queries);
  const enabled = mailboxes.filter(each => each.enabled === 1);
  return enabled.find(({ id }) => id === default_mailbox_id) ?? enabled[0];
};

/**
 * Returns the default assignee of a mailbox. Null if that person is disabled, because the desk would then notify only a
 * disabled person of the ticket.
 */
const findAssignee = async (queries: Queries, { default_assignee_id: id }: MailboxRow): Promise<string | null> => {
  const people = queries.selectFrom('people').select('id').where('id', '=', id).where('disabled', '=', 0);
  return (await people.executeTakeFirst())?.id ?? null;
};

const createTicketDraft = async (
  queries: Queries,
  { subject, from }: ParsedMail,
  mailbox: MailboxRow,
): Promise<TicketDraft> => ({
  ...ticketDefaults,
  subject,
  customer_name: from?.name || null,
  customer_email: from?.email ?? null,
  assignee_id: await findAssignee(queries, mailbox),
  tags: JSON.parse(mailbox.default_tags) as string[],
  mailbox_id: mailbox.id,
});

const describeSender = ({ from, report }: ParsedMail): string =>
  from?.name || from?.email || (report === null ? 'Unknown sender' : 'Mail system');

/**
 * Stores the addresses of a mail on its ticket, unless the mail is automatic. Only a sender who is on the ticket may
 * add other recipients of its replies.
 */
const saveMailAddresses = async (
  writes: WriteTransaction,
  ticket: MailTicket,
  { from, to, cc, isAutomatic }: ParsedMail,
  { isKnown, isOwnAddress }: { isKnown: boolean; isOwnAddress(email: string): boolean },
): Promise<void> => {
  if (isAutomatic || from === null) return;
  if (!isKnown) return saveParticipants(writes, ticket.n, [from], 'seen');
  const requester = ticket.customer_email?.toLowerCase();
  const others = [...to, ...cc].filter(({ email }) => !isOwnAddress(email) && email.toLowerCase() !== requester);
  await saveParticipants(writes, ticket.n, others.slice(0, maxRecipients), 'cc');
};

/** Creates the mail of a plain ticket. A notice replaces its text, which may be malformed. */
const createPlainMail = (headers: ParsedMail | null): ParsedMail => ({
  ...{ from: null, replyTo: [], to: [], cc: [], deliveredTo: [], messageId: null, inReplyTo: [], references: [] },
  ...{ subject: '(malformed mail)', date: null, isAutomatic: false, senderDeskId: null, authenticationResults: [] },
  ...{ report: null, files: [], wholeText: null, digest: '' },
  ...headers,
  ...{
    body: 'The text of this mail is not shown. Its original is attached.',
    format: 'text',
    foldedLines: 0,
    isCut: false,
  },
});
