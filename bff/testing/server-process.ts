import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const listening = z.object({ msg: z.literal('listening'), url: z.string(), port: z.number() });

type Environment = Readonly<Record<string, string>>;

/** One of the desk's two servers, as a process of its own. */
export type ServerProcess = {
  url: string;
  port: number;
  /** Its log so far. */
  logged(): string;
  /** Sends the signal and waits for the end; the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The test's environment is not the server's: nothing comes along but PATH, and where Node keeps what it has compiled. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const run = (entry: string, environment: Environment, args: readonly string[] = []) =>
  spawn(process.execPath, [entry, ...args], { cwd: root, env: { PATH, NODE_COMPILE_CACHE, ...environment } });

/** Starts "api/main.ts" or "bff/main.ts" and waits until it listens; ends it with the test. */
export async function startServer(t: TestContext, entry: string, environment: Environment): Promise<ServerProcess> {
  const child = run(entry, environment);
  t.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const complaints = text(child.stderr);
  const ready = Promise.withResolvers<z.output<typeof listening>>();
  createInterface(child.stdout).on('line', line => {
    lines.push(line);
    const parsed = listening.safeParse(JSON.parse(line));
    if (parsed.success) ready.resolve(parsed.data);
  });
  child.once('exit', async code => ready.reject(new Error(`${entry} ended with ${code}: ${await complaints}`)));
  const { url, port } = await ready.promise;
  return {
    url,
    port,
    logged: () => lines.join('\n'),
    async end(signal = 'SIGTERM') {
      const ended = once(child, 'close'); // when all it has logged is read, too
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** Runs a program to its end: its exit code, what it prints, and what it says on stderr. */
export async function runToEnd(entry: string, environment: Environment, args: readonly string[] = []) {
  const child = run(entry, environment, args);
  const [printed, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, printed, said };
}
