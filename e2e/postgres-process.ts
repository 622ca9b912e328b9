import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A temporary PostgreSQL server. Its data is deleted when it stops. */
export type PostgresProcess = { url: string; stop(): Promise<void> };

/** Starts PostgreSQL in a supervisor process. */
export async function startPostgres(): Promise<PostgresProcess> {
  const supervisor = spawn(process.execPath, ['api/testing/postgres-supervisor.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(supervisor, 'close');
  const [url] = await Promise.race([once(supervisor.stdout, 'data'), closed.then(() => [])]);
  if (url === undefined) throw new Error('PostgreSQL did not start.');
  const stop = async () => {
    supervisor.stdin.end();
    await closed;
  };
  return { url: String(url).trim(), stop };
}
