import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { explain, start } from '../start.ts';
import { ownEnvironment } from './own-environment.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A line of the log. */
export type Entry = { msg?: string; url?: string; port?: number; email?: string; password?: string };

/** The api as a process of its own that listens. */
export type ApiProcess = {
  /** Its API_PUBLIC_URL. */
  url: string;
  port: number;
  pid: number;
  /** What it takes of memory in MiB; null where the system does not tell. */
  memory(): Promise<number | null>;
  /** Its log so far. */
  entries: readonly Entry[];
  /** Everything it has said on both streams, once it has ended. */
  said: Promise<string>;
  /** Sends the signal and waits for the end; the exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
};

/** How the process is run, where it is not as usual. */
type Running = {
  /** A program that runs what is named behind its own words. */
  by?: readonly string[];
  /** Is told each line of the log, which then is not kept. */
  hear?: (line: string) => void;
  /** How long it may run; null for as long as it is wanted. */
  seconds?: number | null;
  /** Kills it, whether it listens already or not. */
  signal?: AbortSignal;
};

/** The test's environment is not the api's. */
const run = (
  env: Record<string, string>,
  { by: [program = process.execPath, ...words] = [], seconds = 60 }: Running = {},
): ChildProcess =>
  spawn(program, [...words, ...(words.length > 0 ? [process.execPath] : []), main], {
    env: ownEnvironment({ API_PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(seconds !== null && { timeout: seconds * 1000 }),
  });

/** Starts the api on a free port and waits until it listens. Throws what it complains of when it does not. */
export const startApiProcess = async (env: Record<string, string>, running: Running = {}): Promise<ApiProcess> => {
  const { hear, signal } = running;
  const child = run(env, running);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const complaints = text(child.stderr ?? process.stdin);
  const lines: string[] = [];
  const entries: Entry[] = [];
  const listening = Promise.withResolvers<Entry>();
  createInterface({ input: child.stdout ?? process.stdin }).on('line', line => {
    const entry = JSON.parse(line) as Entry;
    if (hear === undefined) {
      lines.push(line);
      entries.push(entry);
    } else hear(line);
    if (entry.msg === 'listening') listening.resolve(entry);
  });
  closed.then(async () => {
    process.off('exit', endWithUs);
    listening.reject(new Error(await complaints));
  });
  const { url = '', port = 0 } = await listening.promise;
  return {
    url,
    port,
    pid: child.pid ?? 0,
    entries,
    memory: () => residentMiB(child.pid ?? 0),
    said: Promise.all([complaints, closed]).then(([complained]) => [...lines, complained].join('\n')),
    async end(signal) {
      child.kill(signal);
      return (await closed)[0];
    },
  };
};

/** Linux tells it of each process (proc(5)). */
const residentMiB = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
};

/** Starts the api where it cannot: what it says, and its exit code. */
export const failToStart = async (env: Record<string, string>): Promise<{ code: number | null; said: string }> => {
  const child = run(env);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const said = await text(child.stderr ?? process.stdin);
  return { code: (await closed)[0], said };
};

/** Does the same in this process, which takes no time: what it would say. */
export const failToStartHere = async (env: Record<string, string>): Promise<string> => {
  const never = () => new Promise<void>(() => {});
  const error = await start({ API_PORT: '0', ...env }, never).catch((error: unknown) => error);
  return `${explain(error).join('\n')}\n`;
};
