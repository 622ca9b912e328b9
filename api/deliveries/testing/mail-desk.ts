import type { Delivery, Mailbox, Message, Ticket } from '#contract';
import type { TestApi } from '../../testing/api.ts';
import type { MailServer } from './mail-server.ts';

/** The email address of the tickets' customer. */
export const customer = 'amelie@customer.example';

let mailboxes = 0;

/** Creates the steps that tests of outgoing mail repeat. */
export const createMailDesk = (api: () => TestApi) => {
  const as = 'admin';
  const desk = {
    /** Creates a mailbox that captures its mail, or sends it to a server. */
    async addMailbox(server?: MailServer, outbound: object = {}, fields: object = {}): Promise<Mailbox> {
      const body = { name: 'Support', address: `support-${++mailboxes}@desk.example`, ...fields };
      const mailbox = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as, body })).body;
      if (server === undefined) return mailbox;
      const local = { host: '127.0.0.1', port: server.port, security: 'none', max_per_minute: 10_000, ...outbound };
      await api().call('PUT', `${mailbox.url}/connection`, { as, body: { outbound: local } });
      return (await api().call<Mailbox>('PATCH', mailbox.url, { as, body: { transport: 'smtp' } })).body;
    },
    async addTicket(mailbox: Mailbox, fields: object = {}): Promise<Ticket> {
      const body = { subject: 'Charged twice', customer_email: customer, mailbox_id: mailbox.id, ...fields };
      return (await api().call<Ticket>('POST', '/v1/tickets', { body })).body;
    },
    async reply(ticket: Pick<Ticket, 'id'>, fields: object = {}): Promise<Message> {
      const body = { body: 'Refunded.', ...fields };
      return (await api().call<Message>('POST', `/v1/tickets/${ticket.id}/messages`, { body })).body;
    },
    /** Replies on a new ticket. @returns a function that reads the delivery */
    async replyOnNewTicket(mailbox: Mailbox, fields: object = {}): Promise<() => Promise<Delivery>> {
      const { delivery_id } = await desk.reply(await desk.addTicket(mailbox), fields);
      return () => desk.readDelivery(delivery_id);
    },
    readDelivery: async (id: string | null): Promise<Delivery> =>
      (await api().call<Delivery>('GET', `/v1/deliveries/${id}`)).body,
    readTicket: async ({ id }: Pick<Ticket, 'id'>): Promise<Ticket> =>
      (await api().call<Ticket>('GET', `/v1/tickets/${id}`)).body,
  };
  return desk;
};
