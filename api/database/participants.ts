import { type ParticipantRole, participantRoles } from '#contract/enums';
import { decodeEnum, encodeEnum } from './column-encoding.ts';
import type { Queries, WriteTransaction } from './database.ts';

export type Participant = { name: string; email: string; role: ParticipantRole };

/** The parts of a ticket that name its requester. */
type RequesterTicket = { n: number; customer_name: string | null; customer_email: string | null };

/** Reads the addresses on a ticket, the requester first. */
export const readParticipants = async (queries: Queries, ticket: RequesterTicket): Promise<Participant[]> => {
  const { n, customer_name, customer_email } = ticket;
  const rows = await queries
    .selectFrom('participants')
    .selectAll()
    .where('ticket_n', '=', n)
    .orderBy('email_key')
    .execute();
  const others = rows
    .filter(({ email_key }) => email_key !== customer_email?.toLowerCase())
    .map(({ name, email, role }) => ({ name, email, role: decodeEnum(participantRoles, role) }));
  if (customer_email === null) return others;
  return [{ name: customer_name ?? '', email: customer_email, role: 'requester' }, ...others];
};

/** Adds addresses to a ticket. A known address keeps its role, but becomes `cc` if `role` is `cc`. */
export const saveParticipants = async (
  writes: WriteTransaction,
  ticketN: number,
  addresses: readonly { name: string; email: string }[],
  role: Exclude<ParticipantRole, 'requester'>,
): Promise<void> => {
  for (const { name, email } of addresses) {
    await writes
      .insertInto('participants')
      .values({
        ticket_n: ticketN,
        email_key: email.toLowerCase(),
        email,
        name,
        role: encodeEnum(participantRoles, role),
      })
      .onConflict(conflict => {
        const target = conflict.columns(['ticket_n', 'email_key']);
        return role === 'cc' ? target.doUpdateSet({ role: encodeEnum(participantRoles, role) }) : target.doNothing();
      })
      .execute();
  }
};
