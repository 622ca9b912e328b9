import { dirname } from 'node:path';
import { findFreePort } from '#server/testing/free-port';
import { type BenchDesk, openBenchDesk } from './desk.ts';
import { type BenchClient, benchPerson } from './oauth/client.ts';
import { runDeskCli } from './run-desk.ts';
import { startWatched, type WatchedServer } from './watched-server.ts';

/** An API and a bff process, and the bff's OAuth client. */
export type WebDesk = {
  desk: BenchDesk;
  bff: WatchedServer;
  program: BenchClient;
  /** The URL for browsers. */
  publicUrl: string;
  stop(): Promise<void>;
};

/** Starts both without rate limits on a copy of a generated store; `person` can sign in. */
export async function openWebDesk(tickets: number): Promise<WebDesk> {
  const freePort = await findFreePort();
  const port = String(freePort);
  const publicUrl = `http://localhost:${port}`;
  const program = {
    name: 'the web app',
    clientId: 'bff-0123456789abcdef',
    clientSecret: 'ab'.repeat(32),
    redirectUri: `${publicUrl}/auth`,
  };
  const client = { OAUTH_CLIENT_ID: program.clientId, OAUTH_CLIENT_SECRET: program.clientSecret };
  const desk = await openBenchDesk(tickets, { ...client, PORT: port });
  await runDeskCli(
    dirname(desk.file),
    'people',
    'add',
    benchPerson.email,
    '--name',
    'Ada',
    '--password',
    benchPerson.password,
  );
  const bff = await startWatched('bff/main.ts', {
    PORT: port,
    API_URL: desk.url,
    API_PUBLIC_URL: desk.publicUrl,
    SESSION_KEYS: 'cd'.repeat(32),
    LOG_LEVEL: 'info',
    ...client,
  });
  const stop = async () => {
    await bff.stop();
    await desk.stop();
  };
  return { desk, bff, program, publicUrl, stop };
}
