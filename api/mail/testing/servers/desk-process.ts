import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mailbox, MailboxStatuses, Message, Ticket } from '#contract';
import { testCertificate } from '../../../deliveries/testing/certificate.ts';
import { addOneAdministrator } from '../../../testing/administrators.ts';
import { type ApiProcess, startApiProcess } from '../../../testing/api-process.ts';

/** A desk in a separate process. It runs its jobs and trusts the certificate of the test servers. */
export type DeskProcess = {
  dataDir: string;
  /** The id of the process. */
  getPid(): number;
  /** Sends a request as an administrator. @throws Error for a response other than 2xx */
  call<Body = unknown>(method: string, path: string, body?: object): Promise<Body>;
  /** Adds a mailbox with a connection. */
  addMailbox(address: string, connection?: object, fields?: object): Promise<Mailbox>;
  /**
   * Waits until a ticket with this subject has at least `count` messages.
   * @returns the ticket and its messages, oldest first
   */
  waitForMessages(subject: string, count: number): Promise<{ ticket: Ticket; messages: Message[] }>;
  /** Waits until incoming or outgoing mail of a mailbox is in this state. @returns its error message, or null */
  waitForState(mailboxId: string, direction: 'inbound' | 'outbound', state: string): Promise<string | null>;
  /** Kills the process and starts another process. */
  restart(): Promise<void>;
  remove(): Promise<void>;
};

export const startDeskProcess = async (env: Record<string, string> = {}): Promise<DeskProcess> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-real-mail-'));
  const token = await addOneAdministrator({ dataDir });
  const certificate = join(dataDir, 'certificate.pem');
  await writeFile(certificate, testCertificate.cert);
  const settings = { SAMPLE_DATA: 'off', RATE_LIMIT_PER_MINUTE: '1000000', NODE_EXTRA_CA_CERTS: certificate };
  const start = () => startApiProcess({ DATA_DIR: dataDir, ...settings, ...env }, { seconds: 0 });
  let api: ApiProcess = await start();

  const call: DeskProcess['call'] = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) };
    const response = await fetch(new URL(path, api.url), { method, headers, body: body ? JSON.stringify(body) : null });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };

  return {
    dataDir,
    getPid: () => api.pid,
    call,
    async addMailbox(address, connection, fields = {}) {
      const mailbox = await call<Mailbox>('POST', '/v1/mailboxes', { name: 'Support', address, ...fields });
      if (connection === undefined) return mailbox;
      await call('PUT', `/v1/mailboxes/${mailbox.id}/connection`, connection);
      const transport = 'outbound' in connection ? 'smtp' : 'capture';
      return call('PATCH', `/v1/mailboxes/${mailbox.id}`, { transport });
    },
    async waitForMessages(subject, count) {
      for (;;) {
        const tickets = await call<Ticket[]>('GET', '/v1/tickets?per_page=100');
        const ticket = tickets.find(each => each.subject === subject);
        const messages = ticket
          ? await call<Message[]>('GET', `/v1/tickets/${ticket.id}/messages?sort=created_at`)
          : [];
        if (ticket && messages.length >= count) return { ticket, messages };
        await pause(50);
      }
    },
    async waitForState(mailboxId, direction, state) {
      for (;;) {
        const { statuses } = await call<MailboxStatuses>('GET', '/v1/mailbox_statuses');
        const status = statuses.find(({ mailbox_id }) => mailbox_id === mailboxId)?.[direction];
        if (status?.state === state) return status.error;
        await pause(50);
      }
    },
    async restart() {
      await api.stop('SIGKILL');
      api = await start();
    },
    async remove() {
      await api.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
