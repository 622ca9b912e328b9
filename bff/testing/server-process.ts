import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const listening = z.object({ msg: z.literal('listening'), url: z.string(), port: z.number() });

type Environment = Readonly<Record<string, string>>;

/** The api or the bff as a process. */
export type ServerProcess = {
  url: string;
  port: number;
  /** Returns the log so far. */
  logged(): string;
  /** Sends the signal, waits for the exit and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The server inherits only PATH and Node's compile cache from the test's environment. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const run = (entry: string, environment: Environment, args: readonly string[] = []) =>
  spawn(process.execPath, [entry, ...args], { cwd: root, env: { PATH, NODE_COMPILE_CACHE, ...environment } });

/** Starts "api/main.ts" or "bff/main.ts", waits until it listens and stops it after the test. */
export async function startServer(t: TestContext, entry: string, environment: Environment): Promise<ServerProcess> {
  const child = run(entry, environment);
  t.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const errors = text(child.stderr);
  const ready = Promise.withResolvers<z.output<typeof listening>>();
  createInterface(child.stdout).on('line', line => {
    lines.push(line);
    const parsed = listening.safeParse(JSON.parse(line));
    if (parsed.success) ready.resolve(parsed.data);
  });
  child.once('exit', async code => ready.reject(new Error(`${entry} exited with ${code}: ${await errors}`)));
  const { url, port } = await ready.promise;
  return {
    url,
    port,
    logged: () => lines.join('\n'),
    async stop(signal = 'SIGTERM') {
      const ended = once(child, 'close'); // emitted after all output has been read
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** Runs a program until it exits; returns its exit code, stdout and stderr. */
export async function runToExit(entry: string, environment: Environment, args: readonly string[] = []) {
  const child = run(entry, environment, args);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, stdout, stderr };
}
