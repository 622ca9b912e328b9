import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { explain, start } from '../start.ts';
import { ownEnvironment } from './own-environment.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A log line. */
export type Entry = { msg?: string; url?: string; port?: number; email?: string; password?: string };

/** A options api process. */
export type ApiProcess = {
  /** API_PUBLIC_URL. */
  url: string;
  port: number;
  pid: number;
  /** Resident memory in MiB; null on systems that do not report it. */
  memory(): Promise<number | null>;
  /** Its log so far. */
  entries: readonly Entry[];
  /** The output of both streams, once the process has exited. */
  said: Promise<string>;
  /** Sends the signal and returns the exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
};

type RunOptions = {
  /** A wrapper command, such as `sh -c … "$@"`. */
  by?: readonly string[];
  /** Receives each log line, which is then not stored. */
  hear?: (line: string) => void;
  /** Timeout of the process; null for none. */
  seconds?: number | null;
  /** Kills the process, even before it listens. */
  signal?: AbortSignal;
};

const run = (
  env: Record<string, string>,
  { by: [program = process.execPath, ...args] = [], seconds = 60 }: RunOptions = {},
): ChildProcess =>
  spawn(program, [...args, ...(args.length > 0 ? [process.execPath] : []), main], {
    env: ownEnvironment({ API_PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(seconds !== null && { timeout: seconds * 1000 }),
  });

/** Starts the api on a free port and waits until it listens. Throws its error output if it fails. */
export const startApiProcess = async (env: Record<string, string>, options: RunOptions = {}): Promise<ApiProcess> => {
  const { hear, signal } = options;
  const child = run(env, options);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const errorOutput = text(child.stderr ?? process.stdin);
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
    process.off('exit', killOnExit);
    listening.reject(new Error(await errorOutput));
  });
  const { url = '', port = 0 } = await listening.promise;
  return {
    url,
    port,
    pid: child.pid ?? 0,
    entries,
    memory: () => residentMiB(child.pid ?? 0),
    said: Promise.all([errorOutput, closed]).then(([errors]) => [...lines, errors].join('\n')),
    async end(signal) {
      child.kill(signal);
      return (await closed)[0];
    },
  };
};

/** Linux only (proc(5)). */
const residentMiB = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
};

/** Starts an api that must fail; returns its error output and exit code. */
export const failToStart = async (env: Record<string, string>): Promise<{ code: number | null; said: string }> => {
  const child = run(env);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const said = await text(child.stderr ?? process.stdin);
  return { code: (await closed)[0], said };
};

/** Does the same in this process, which is faster; returns the error output. */
export const failToStartHere = async (env: Record<string, string>): Promise<string> => {
  const never = () => new Promise<void>(() => {});
  const error = await start({ API_PORT: '0', ...env }, never).catch((error: unknown) => error);
  return `${explain(error).join('\n')}\n`;
};
