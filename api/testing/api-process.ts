import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { explainStartError, start } from '../start.ts';
import { childEnvironment } from './child-environment.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A log line. */
export type ApiLogEntry = { msg?: string; url?: string; port?: number; email?: string; password?: string };

/** A running api process. */
export type ApiProcess = {
  /** API_PUBLIC_URL. */
  url: string;
  port: number;
  pid: number;
  /** Resident memory in MiB; null on systems that do not report it. */
  memory(): Promise<number | null>;
  /** Its log so far. */
  entries: readonly ApiLogEntry[];
  /** The output of both streams, once the process has exited. */
  output: Promise<string>;
  /** Sends the signal and returns the exit code. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
};

type RunOptions = {
  /** A wrapper command, such as `sh -c … "$@"`. */
  wrapper?: readonly string[];
  /** Receives each log line, which is then not stored. */
  onLine?: (line: string) => void;
  /** Timeout of the process; null for none. */
  seconds?: number | null;
  /** Kills the process, even before it listens. */
  signal?: AbortSignal;
};

const run = (
  env: Record<string, string>,
  { wrapper: [program = process.execPath, ...args] = [], seconds = 60 }: RunOptions = {},
): ChildProcess =>
  spawn(program, [...args, ...(args.length > 0 ? [process.execPath] : []), main], {
    env: childEnvironment({ API_PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(seconds !== null && { timeout: seconds * 1000 }),
  });

/** Starts the api on a free port and waits until it listens. Throws its error output if it fails. */
export const startApiProcess = async (env: Record<string, string>, options: RunOptions = {}): Promise<ApiProcess> => {
  const { onLine, signal } = options;
  const child = run(env, options);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const errorOutput = text(child.stderr ?? process.stdin);
  const lines: string[] = [];
  const entries: ApiLogEntry[] = [];
  const listening = Promise.withResolvers<ApiLogEntry>();
  createInterface({ input: child.stdout ?? process.stdin }).on('line', line => {
    const entry = JSON.parse(line) as ApiLogEntry;
    if (onLine === undefined) {
      lines.push(line);
      entries.push(entry);
    } else onLine(line);
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
    output: Promise.all([errorOutput, closed]).then(([errors]) => [...lines, errors].join('\n')),
    async stop(signal) {
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
export const failToStart = async (env: Record<string, string>): Promise<{ code: number | null; output: string }> => {
  const child = run(env);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const output = await text(child.stderr ?? process.stdin);
  return { code: (await closed)[0], output };
};

/** Does the same in this process, which is faster; returns the error output. */
export const failToStartHere = async (env: Record<string, string>): Promise<string> => {
  const never = () => new Promise<void>(() => {});
  const error = await start({ API_PORT: '0', ...env }, never).catch((error: unknown) => error);
  return `${explainStartError(error).join('\n')}\n`;
};
