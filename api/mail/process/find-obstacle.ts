import { deliveryKinds, type MailReason, personKinds } from '#contract/enums';
import { encodeEnum } from '../../database/column-encoding.ts';
import type { Queries } from '../../database/database.ts';
import { encodeMailState, type MailRow } from '../../database/mails.ts';
import { findTicketOfMessageIds } from '../../database/message-ids.ts';
import { readDmarc } from '../parse/authentication-results.ts';
import type { ParsedMail } from '../parse/parsed-mail.ts';

/** The reason why a mail changes no ticket. */
export type Obstacle = { state: 'ignored' | 'held'; reason: MailReason };

/** The facts about the desk that the rules need. */
export type ObstacleContext = {
  deskId: string | null;
  trustedServer: string | null;
  isOwnAddress(email: string): boolean;
};

/** The facts about the sender of a mail. `isVerified` is null for an unverified sender who is not a colleague. */
export type SenderCheck = { isColleague: boolean; isVerified: boolean | null };

/** Checks whether the sender is a colleague, and whether a trusted server verified the domain. */
export const checkSender = async (
  queries: Queries,
  { from, authenticationResults }: ParsedMail,
  { trustedServer }: ObstacleContext,
): Promise<SenderCheck> => {
  const isColleague = from !== null && (await isPerson(queries, from.email));
  if (readDmarc(authenticationResults, trustedServer) === 'pass') return { isColleague, isVerified: true };
  return { isColleague, isVerified: isColleague ? false : null };
};

const isPerson = async (queries: Queries, email: string): Promise<boolean> => {
  const row = await queries
    .selectFrom('people')
    .select('n')
    .where('email_key', '=', email.toLowerCase())
    .where('kind', '=', encodeEnum(personKinds, 'person'))
    .executeTakeFirst();
  return row !== undefined;
};

/** Returns the reason why a mail must not reach a ticket, else null. */
export const findObstacle = async (
  queries: Queries,
  mail: ParsedMail,
  row: MailRow,
  sender: SenderCheck,
  context: ObstacleContext,
): Promise<Obstacle | null> => {
  if (await isOwnMail(queries, mail, context)) return { state: 'ignored', reason: 'loop' };
  if (await isDuplicate(queries, mail, row)) return { state: 'ignored', reason: 'duplicate' };
  // Mail servers send reports from names without a domain.
  if (mail.from === null) return mail.report === null ? { state: 'held', reason: 'no_sender' } : null;
  if (context.isOwnAddress(mail.from.email)) return { state: 'held', reason: 'loop' };
  if (await isReplyToNotification(queries, mail))
    return { state: mail.isAutomatic ? 'ignored' : 'held', reason: 'answer_to_notification' };
  if (readDmarc(mail.authenticationResults, context.trustedServer) === 'fail')
    return { state: 'held', reason: 'authentication_failed' };
  if (sender.isColleague && context.trustedServer !== null && !sender.isVerified)
    return { state: 'held', reason: 'colleague_unverified' };
  return null;
};

/** Detects mail that this desk sent. */
const isOwnMail = async (
  queries: Queries,
  { senderDeskId, messageId }: ParsedMail,
  { deskId }: ObstacleContext,
): Promise<boolean> => {
  if (senderDeskId !== null && senderDeskId === deskId) return true;
  return messageId !== null && (await findTicketOfMessageIds(queries, [messageId]))?.isOutgoing === true;
};

/**
 * Detects a second copy of a mail, in any mailbox. The same Message-ID with a different text is a different mail,
 * because some programs repeat ids.
 */
const isDuplicate = async (queries: Queries, { digest, messageId }: ParsedMail, { n }: MailRow): Promise<boolean> => {
  const first = await queries
    .selectFrom('mails')
    .select('n')
    .where('digest', '=', digest)
    .where('message_id_header', messageId === null ? 'is' : '=', messageId)
    .where('state', 'in', [encodeMailState('processed'), encodeMailState('held')])
    .where('n', '<>', n)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
};

/**
 * Detects a reply to a notification mail. Such a mail may list several tickets, so the reply belongs to no single
 * ticket.
 */
const isReplyToNotification = async (
  queries: Queries,
  { inReplyTo, references, report }: ParsedMail,
): Promise<boolean> => {
  const headers = [...inReplyTo, ...references].map(id => `<${id}>`);
  // A delivery report refers to the notification, but is not a reply.
  if (report !== null || headers.length === 0) return false;
  const row = await queries
    .selectFrom('deliveries')
    .select('n')
    .where('message_id_header', 'in', headers)
    .where('kind', '=', encodeEnum(deliveryKinds, 'notification'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

const hourMilliseconds = 3_600_000;
const maxMailsPerHour = 30;
const maxTicketsPerHour = 10;

/** Detects a sender who writes too often: usually two programs that reply to each other. */
export const exceedsSenderRate = async (
  queries: Queries,
  senderKey: string,
  createsTicket: boolean,
  now: number,
): Promise<boolean> => {
  const { mails, tickets } = await queries
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll<number>().as('mails'), fn.sum<number | null>('starts_ticket').as('tickets')])
    .where('sender_key', '=', senderKey)
    .where('created_at', '>', now - hourMilliseconds)
    .where('state', '=', encodeMailState('processed'))
    .executeTakeFirstOrThrow();
  return mails >= maxMailsPerHour || (createsTicket && Number(tickets ?? 0) >= maxTicketsPerHour);
};
