import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url));

/**
 * Starts a throw-away PostgreSQL server and returns its address, `postgres://user:password@127.0.0.1:port/postgres`.
 *
 * The server belongs to a keeper process that stops it and deletes its files as soon as the pipe from this process closes,
 * which the kernel does however this process ends: at its last line, by Ctrl-C or by SIGKILL. Nothing here keeps this process alive.
 * @throws {Error} with what PostgreSQL said, when the server does not start.
 */
export function startPostgresServer(): Promise<string> {
  // Detached: a Ctrl-C in the terminal reaches the tests only, so the keeper is there to clean up after them.
  const child = spawn(process.execPath, [keeper], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  return new Promise((resolve, reject) => {
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', text => {
      complaint += text;
    });
    child.stdout.setEncoding('utf8').once('data', (url: string) => {
      letGo();
      resolve(url.trim());
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`PostgreSQL did not start.\n${complaint}`)));
  });

  function letGo(): void {
    child.unref();
    for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref();
  }
}
