import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A temporary PostgreSQL, which is deleted when it stops. */
export type PostgresProcess = { url: string; stop(): Promise<void> };

/** @param durable whether commits are synced to the disk, as in production */
export async function startPostgres({ durable }: { durable: boolean }): Promise<PostgresProcess> {
  const args = ['api/testing/postgres-supervisor.ts', ...(durable ? ['--durable'] : [])];
  const keeper = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(keeper, 'close');
  const [url] = await Promise.race([once(keeper.stdout, 'data'), closed.then(() => [])]);
  if (url === undefined) throw new Error('PostgreSQL did not start.');
  const stop = async () => {
    keeper.stdin.end();
    await closed;
  };
  return { url: String(url).trim(), stop };
}
