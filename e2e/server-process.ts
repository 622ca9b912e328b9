import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The top of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The environment of a program: what it is given, and of ours PATH, and where Node keeps what it has compiled. */
export function ownEnvironment(given: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...given };
}

/** A server of ours that listens. */
export type ServerProcess = {
  /** Where people reach it. */
  url: string;
  /** Where it listens. */
  port: number;
  /** The lines of its log so far. */
  written: readonly string[];
  /** Sends a message to what was loaded into the process to hear it; the answer. */
  ask: (message: string) => Promise<unknown>;
  /** SIGSTOP halts it where it is, with its connections open, until SIGCONT. */
  signal: (name: NodeJS.Signals) => void;
  /** Tells it to end, and waits until it has; its exit code. */
  stop: () => Promise<number | null>;
};

/**
 * Starts a server as `npm start` does and waits until it listens.
 *
 * @param script path from the top of the project
 * @param env all that it is told
 * @param args on its command line
 * @throws what it wrote, when it ends before it listens
 */
export function startServer(
  script: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: ownEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  const written: string[] = [];
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  const ask = async (message: string): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(message);
    const [answer] = await answered;
    return answer;
  };
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  return new Promise((resolve, reject) => {
    const hear = (line: string): void => {
      written.push(line);
      const listening = readListening(line);
      if (listening) resolve({ ...listening, written, ask, signal, stop });
    };
    for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', hear);
    void ended.then(() => reject(new Error(`${script} ended before it listened:\n${written.join('\n')}`)));
  });
}

/** What the log line says that tells that a server is ready; null in any other line. */
export function readListening(line: string): Pick<ServerProcess, 'url' | 'port'> | null {
  if (!line.startsWith('{')) return null;
  const { msg, url, port } = JSON.parse(line);
  return msg === 'listening' ? { url, port } : null;
}
