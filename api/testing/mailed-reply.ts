import type { Message, Ticket } from '#contract';
import type { TestApi } from './api.ts';

/** Adds a ticket to a mailbox, and a reply that is mailed to its customer. @returns the reply */
export const createMailedReply = async ({ call }: TestApi, mailboxId: string): Promise<Message> => {
  const ticket = { subject: 'Mailed', customer_email: 'ada@desk.example', mailbox_id: mailboxId };
  const { url } = (await call<Ticket>('POST', '/v1/tickets', { body: ticket })).body;
  return (await call<Message>('POST', `${url}/messages`, { body: { body: 'Text' } })).body;
};
