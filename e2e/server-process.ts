import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A server of ours that listens. `written`: the lines of its log so far. */
export type ServerProcess = { url: string; written: readonly string[]; stop: () => Promise<void> };

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
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env: { PATH: process.env['PATH'], ...env } });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const written: string[] = [];
  const stop = (): Promise<void> => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    const hear = (line: string): void => {
      written.push(line);
      const url = readListening(line);
      if (url) resolve({ url, written, stop });
    };
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', hear);
    void ended.then(() => reject(new Error(`${script} ended before it listened:\n${written.join('\n')}`)));
  });
}

/** The address in the log line that says a server is ready; undefined in any other line. */
function readListening(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  const { msg, url } = JSON.parse(line);
  return msg === 'listening' ? url : undefined;
}
