import { states } from '#contract/enums';
import { encodeEnum } from '../../database/column-encoding.ts';
import type { Queries } from '../../database/database.ts';
import { findTicketOfMessageIds } from '../../database/message-ids.ts';
import { readParticipants } from '../../database/participants.ts';
import { readTicketToken } from '../address-token.ts';
import type { ParsedMail } from '../parse/parsed-mail.ts';

/** A ticket to which a mail belongs. */
type FoundTicket = { n: number; id: string; state: number; closed_at: number };

type FindContext = {
  envelopeTo: string | null;
  /** Null before the first mailbox was created. */
  tokenKey: Buffer | null;
  /** Whether a ticket id in the subject counts. */
  subjectThreading: boolean;
};

/**
 * Finds the ticket to which a mail belongs; null if it starts a ticket. A token comes first, because some mail programs
 * send no References. A ticket id in the subject proves nothing, so it counts only for a sender whose address is on
 * that ticket.
 */
export const findTicket = async (
  queries: Queries,
  mail: ParsedMail,
  context: FindContext,
): Promise<FoundTicket | null> =>
  (await findByToken(queries, mail, context)) ??
  (await findByReferences(queries, mail)) ??
  (context.subjectThreading ? await findBySubject(queries, mail) : null);

const findByToken = async (queries: Queries, mail: ParsedMail, { envelopeTo, tokenKey }: FindContext) => {
  if (tokenKey === null) return null;
  const addresses = [envelopeTo ?? '', ...[...mail.to, ...mail.cc].map(({ email }) => email), ...mail.deliveredTo];
  for (const address of addresses) {
    const n = readTicketToken(tokenKey, address);
    const ticket = n === null ? null : await findByNumber(queries, n);
    if (ticket !== null) return ticket;
  }
  return null;
};

const findByReferences = async (queries: Queries, { inReplyTo, references, report }: ParsedMail) => {
  const ids = [...(report?.messageId ? [report.messageId] : []), ...inReplyTo, ...references.toReversed()];
  const found = await findTicketOfMessageIds(queries, ids);
  return found === null ? null : findByNumber(queries, found.ticketN);
};

const findBySubject = async (queries: Queries, { subject, from }: ParsedMail) => {
  const id = /\[#(\w[\w-]{0,63})\]/.exec(subject)?.[1];
  if (id === undefined || from === null) return null;
  const ticket = await queries.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst();
  return ticket !== undefined && (await isOnTicket(queries, ticket, from.email)) ? ticket : null;
};

const findByNumber = async (queries: Queries, n: number): Promise<FoundTicket | null> =>
  (await queries
    .selectFrom('tickets')
    .select(['n', 'id', 'state', 'closed_at'])
    .where('n', '=', n)
    .executeTakeFirst()) ?? null;

/** Returns whether an address gets the replies of a ticket. */
export const isOnTicket = async (
  queries: Queries,
  ticket: Parameters<typeof readParticipants>[1],
  email: string,
): Promise<boolean> => {
  const participants = await readParticipants(queries, ticket);
  return participants.some(each => each.role !== 'seen' && each.email.toLowerCase() === email.toLowerCase());
};

const closed = encodeEnum(states, 'closed');
const dayMilliseconds = 86_400_000;

/** Returns whether a ticket was closed more than `days` days ago. */
export const isClosedForLong = ({ state, closed_at }: FoundTicket, days: number, now: number): boolean =>
  state === closed && now - closed_at > days * dayMilliseconds;
