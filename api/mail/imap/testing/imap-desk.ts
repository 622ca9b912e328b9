import type { Mail, Mailbox, MailboxStatuses } from '#contract';
import type { TestApi } from '../../../testing/api.ts';
import type { ImapServer, ScriptedMail } from './imap-server.ts';

let [mailboxes, mails] = [0, 0];

/** Creates the steps that tests of IMAP repeat. */
export const createImapDesk = (api: () => TestApi) => {
  const as = 'admin';
  const desk = {
    /** Creates a mailbox that the next poll connects to a server. */
    async addMailbox({ port }: Pick<ImapServer, 'port'>, inbound: object = {}, fields: object = {}): Promise<Mailbox> {
      const body = { name: 'Support', address: `imap-${++mailboxes}@desk.example`, ...fields };
      const mailbox = (await api().call<Mailbox>('POST', '/v1/mailboxes', { as, body })).body;
      const local = { host: '127.0.0.1', port, security: 'none', user: 'support', password: 'secret', ...inbound };
      await api().call('PUT', `${mailbox.url}/connection`, { as, body: { inbound: local } });
      return mailbox;
    },
    /** Delivers a mail that arrived `ago` milliseconds ago. */
    deliver(server: ImapServer, subject: string, mail: Partial<ScriptedMail> = {}, ago = 0): ScriptedMail {
      // Processing limits the mails of one sender per hour, so each mail has its own sender.
      const bytes = `From: customer-${++mails}@customer.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@x>\r\n\r\nHello`;
      return server.deliver(bytes, { arrivedAt: api().clock.now() - ago, ...mail });
    },
    /** Runs the jobs that are due within this time, by default about a minute. */
    async poll(milliseconds = 61_000): Promise<string[]> {
      api().clock.advance(milliseconds);
      return api().runJobs();
    },
    /** Returns the subjects of the imported mail in their order. */
    async readSubjects({ id }: Pick<Mailbox, 'id'>): Promise<(string | null)[]> {
      const path = `/v1/mails?mailbox_id=${id}&sort=created_at&per_page=100`;
      return (await api().call<Mail[]>('GET', path)).body.map(({ subject }) => subject);
    },
    async readStatus({ id }: Pick<Mailbox, 'id'>): Promise<MailboxStatuses['statuses'][number]['inbound'] | undefined> {
      const { statuses } = (await api().call<MailboxStatuses>('GET', '/v1/mailbox_statuses')).body;
      return statuses.find(({ mailbox_id }) => mailbox_id === id)?.inbound;
    },
    change: ({ url }: Pick<Mailbox, 'url'>, inbound: object) =>
      api().call('PATCH', `${url}/connection`, { as, body: { inbound } }),
    resume: ({ url }: Pick<Mailbox, 'url'>) => api().call('PUT', `${url}/attempt`, { as }),
  };
  return desk;
};
