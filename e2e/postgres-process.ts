import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A temporary PostgreSQL, which is deleted when it stops. */
export type PostgresProcess = { url: string; stop(): Promise<void> };

/** @param durable whether commits are synced to the disk, as in production */
export async function startPostgres({ durable }: { durable: boolean }): Promise<PostgresProcess> {
  const args = ['api/testing/postgres-supervisor.ts', ...(durable ? ['--durable'] : [])];
  const supervisor = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(supervisor, 'close');
  const [url] = await Promise.race([once(supervisor.stdout, 'data'), closed.then(() => [])]);
  if (url === undefined) throw new Error('PostgreSQL did not start.');
  const stop = async () => {
    supervisor.stdin.end();
    await closed;
  };
  return { url: String(url).trim(), stop };
}
