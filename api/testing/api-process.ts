import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ownEnvironment } from './own-environment.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A line of the log. */
export type Entry = { msg?: string; url?: string; port?: number; email?: string; password?: string };

/** The api as a process of its own that listens. */
export type ApiProcess = {
  /** Its API_PUBLIC_URL. */
  url: string;
  port: number;
  /** Its log so far. */
  entries: readonly Entry[];
  /** Everything it has said on both streams, once it has ended. */
  said: Promise<string>;
  /** Sends the signal and waits for the end; the exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
};

/** The test's environment is not the api's. */
const run = (
  env: Record<string, string>,
  [program = process.execPath, ...words]: readonly string[] = [],
): ChildProcess =>
  spawn(program, [...words, ...(words.length > 0 ? [process.execPath] : []), main], {
    env: ownEnvironment({ API_PORT: '0', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });

/**
 * Starts the api on a free port and waits until it listens, by a program that runs what is named behind its own words, if
 * one is given. Throws what it complains of when it does not.
 */
export const startApiProcess = async (env: Record<string, string>, by?: readonly string[]): Promise<ApiProcess> => {
  const child = run(env, by);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const complaints = text(child.stderr ?? process.stdin);
  const lines: string[] = [];
  const entries: Entry[] = [];
  const listening = Promise.withResolvers<Entry>();
  createInterface({ input: child.stdout ?? process.stdin }).on('line', line => {
    const entry = JSON.parse(line) as Entry;
    lines.push(line);
    entries.push(entry);
    if (entry.msg === 'listening') listening.resolve(entry);
  });
  closed.then(async () => listening.reject(new Error(await complaints)));
  const { url = '', port = 0 } = await listening.promise;
  return {
    url,
    port,
    entries,
    said: Promise.all([complaints, closed]).then(([complained]) => [...lines, complained].join('\n')),
    async end(signal) {
      child.kill(signal);
      return (await closed)[0];
    },
  };
};

/** Starts the api where it cannot: what it says, and its exit code. */
export const failToStart = async (env: Record<string, string>): Promise<{ code: number | null; said: string }> => {
  const child = run(env);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const said = await text(child.stderr ?? process.stdin);
  return { code: (await closed)[0], said };
};
