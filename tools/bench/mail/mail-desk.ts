import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { mailMediaType } from '#contract/mails';
import { runDeskCli } from '../../../e2e/run-desk.ts';
import { measureResidentMiB } from '../../resident-memory.ts';
import { type BenchDesk, openBenchDesk, openPostgresDesk } from '../desk.ts';

/** A desk with a mailbox. */
export type MailDesk = {
  /** Adds a mail. @returns its URL */
  send(mail: string): Promise<string>;
  /** Waits until a mail is no longer `received`. @returns its state */
  waitFor(mailUrl: string): Promise<string>;
  /** Waits until the newest ticket of the list has this subject. */
  waitForTicket(subject: string): Promise<void>;
  /** Waits until all mail is processed. */
  waitForAll(): Promise<void>;
  /** Connects the mailbox to an SMTP server on this machine, which then gets its replies. */
  connect(port: number): Promise<void>;
  /** Replies to a new ticket of the mailbox. @returns the URL of the delivery */
  reply(): Promise<string>;
  /** Tries to send a mail now, even while the mailbox is paused. */
  attempt(deliveryUrl: string): Promise<void>;
  /** Resident memory of the API and its child processes in MiB. It is 0 where the system does not report it. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

const tickets = 1000;

const json = 'application/json';
const replyText = 'Please **restart** the printer. It then prints a test page.\n\n'.repeat(10);

export const openMailDesk = async (engine: 'sqlite' | 'postgres'): Promise<MailDesk> => {
  const desk: BenchDesk = await (engine === 'sqlite' ? openBenchDesk(tickets) : openPostgresDesk(tickets));
  const address = 'support@bench.example';
  await runDeskCli(desk.environment, 'mailboxes', 'add', address, '--name', 'Support');
  const get = async <Body>(url: string): Promise<Body> => {
    const { body } = await request(url, { headers: desk.headers });
    return (await body.json()) as Body;
  };
  const post = async <Body>(url: string, type: string, content: string): Promise<Body> => {
    const headers = { ...desk.headers, 'content-type': type };
    const { statusCode, body } = await request(url, { method: 'POST', headers, body: content });
    if (statusCode !== 201) throw new Error(`POST ${url} returned ${statusCode}.`);
    return (await body.json()) as Body;
  };
  const [mailbox] = await get<{ id: string; url: string }[]>(`${desk.url}/v1/mailboxes`);
  const toLocal = (url: string) => url.replace(desk.apiPublicUrl, desk.url);
  const mails = `${toLocal(mailbox?.url ?? '')}/mails?pretty=false`;

  const waitUntil = async <Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> => {
    for (;;) {
      const value = await read();
      if (isDone(value)) return value;
      await pause(2);
    }
  };

  return {
    async send(mail) {
      return toLocal((await post<{ url: string }>(mails, mailMediaType, mail)).url);
    },
    async waitFor(mailUrl) {
      const read = () => get<{ state: string }>(`${mailUrl}?fields=state`);
      return (await waitUntil(read, ({ state }) => state !== 'received')).state;
    },
    async waitForTicket(subject) {
      const list = `${desk.url}/v1/tickets?per_page=1&fields=subject`;
      await waitUntil(
        () => get<{ subject: string }[]>(list),
        ([newest]) => newest?.subject === subject,
      );
    },
    async waitForAll() {
      const list = `${desk.url}/v1/mails?state=received&per_page=1&fields=id`;
      await waitUntil(
        () => get<unknown[]>(list),
        rows => rows.length === 0,
      );
    },
    async connect(port) {
      const server = ['--host', '127.0.0.1', '--port', String(port), '--security', 'none', '--max-per-minute', '10000'];
      await runDeskCli(desk.environment, 'mailboxes', 'connect', address, ...server);
      await runDeskCli(desk.environment, 'mailboxes', 'set', address, '--transport', 'smtp');
    },
    async reply() {
      const ticket = { subject: 'Printer', customer_email: 'customer@shop.example', mailbox_id: mailbox?.id };
      const { id } = await post<{ id: string }>(`${desk.url}/v1/tickets`, json, JSON.stringify(ticket));
      const messages = `${desk.url}/v1/tickets/${id}/messages`;
      const { delivery_id } = await post<{ delivery_id: string }>(messages, json, JSON.stringify({ body: replyText }));
      return `${desk.url}/v1/deliveries/${delivery_id}`;
    },
    async attempt(deliveryUrl) {
      const { statusCode } = await request(`${deliveryUrl}/attempt`, { method: 'PUT', headers: desk.headers });
      if (statusCode !== 204) throw new Error(`PUT ${deliveryUrl}/attempt returned ${statusCode}.`);
    },
    memory: async () => {
      const pids = [desk.server.pid, ...(await listChildren(desk.server.pid))];
      const sizes = await Promise.all(pids.map(measureResidentMiB));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    stop: desk.stop,
  };
};

const listChildren = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
};
