import { findFreePort } from '#server/testing/free-port';
import type { Person } from '../../e2e/people.ts';
import { runDeskCli } from '../../e2e/run-desk.ts';
import { type BenchDesk, openBenchDesk, openPostgresDesk } from './desk.ts';
import { startWatched, type WatchedServer } from './watched-server.ts';

/** The person who signs in. */
export const benchPerson: Person = { name: 'Ada', email: 'ada@bench.local', password: 'correct horse battery' };

/** An API and a bff process. */
export type WebDesk = {
  desk: BenchDesk;
  bff: WatchedServer;
  /** The URL for browsers. */
  publicUrl: string;
  stop(): Promise<void>;
};

/**
 * Starts both processes on a copy of a generated store, without rate limits. `benchPerson` can sign in.
 *
 * @param more environment variables of the API
 */
export async function openWebDesk(
  tickets: number,
  more: Record<string, string> = {},
  engine: 'sqlite' | 'postgres' = 'sqlite',
): Promise<WebDesk> {
  const freePort = await findFreePort();
  const port = String(freePort);
  const publicUrl = `http://localhost:${port}`;
  const client = { OAUTH_CLIENT_ID: 'bff-0123456789abcdef', OAUTH_CLIENT_SECRET: 'ab'.repeat(32) };
  const open = engine === 'sqlite' ? openBenchDesk : openPostgresDesk;
  const desk = await open(tickets, { ...client, PORT: port, ...more });
  const { name, email, password } = benchPerson;
  await runDeskCli(desk.environment, 'people', 'add', email, '--name', name, '--password', password);
  const bff = await startWatched('bff/main.ts', {
    PORT: port,
    API_URL: desk.url,
    API_PUBLIC_URL: desk.apiPublicUrl,
    SESSION_KEYS: 'cd'.repeat(32),
    LOG_LEVEL: 'info',
    ...client,
  });
  const stop = async () => {
    await bff.stop();
    await desk.stop();
  };
  return { desk, bff, publicUrl, stop };
}
