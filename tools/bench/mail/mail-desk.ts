import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { mailMediaType } from '#contract/mails';
import { runDeskCli } from '../../../e2e/run-desk.ts';
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
  /** Resident memory of the API and its child processes in MiB; 0 where the system does not report it. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

const tickets = 1000;

export const openMailDesk = async (engine: 'sqlite' | 'postgres'): Promise<MailDesk> => {
  const desk: BenchDesk = await (engine === 'sqlite' ? openBenchDesk(tickets) : openPostgresDesk(tickets));
  await runDeskCli(desk.environment, 'mailboxes', 'add', 'support@bench.example', '--name', 'Support');
  const get = async <Body>(url: string): Promise<Body> => {
    const { body } = await request(url, { headers: desk.headers });
    return (await body.json()) as Body;
  };
  const [mailbox] = await get<{ url: string }[]>(`${desk.url}/v1/mailboxes`);
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
      const headers = { ...desk.headers, 'content-type': mailMediaType };
      const { statusCode, body } = await request(mails, { method: 'POST', headers, body: mail });
      const { url } = (await body.json()) as { url: string };
      if (statusCode !== 201) throw new Error(`POST ${mails} → ${statusCode}`);
      return toLocal(url);
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

const measureResidentMiB = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
};
