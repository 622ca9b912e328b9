import { dirname } from 'node:path';
import { findFreePorts } from '../../free-ports.ts';
import { type Desk, openDesk } from '../desk.ts';
import { type Program, person } from '../oauth/program.ts';
import { runDesk } from '../run-desk.ts';
import { startWatched, type WatchedServer } from './watched-server.ts';

/** API, bff and pipe, each a process of its own, and the bff as the API knows it. */
export type Servers = {
  desk: Desk;
  pipe: WatchedServer;
  bff: WatchedServer;
  program: Program;
  stop(): Promise<void>;
};

const tickets = 1000;

/** Starts all three as they run anywhere else but for the API's limits. */
export async function startServers(): Promise<Servers> {
  const [freePort] = await findFreePorts();
  const port = String(freePort);
  const program = {
    name: 'the web app',
    clientId: 'bff-0123456789abcdef',
    clientSecret: 'ab'.repeat(32),
    redirectUri: `http://localhost:${port}/auth`,
  };
  const client = { OAUTH_CLIENT_ID: program.clientId, OAUTH_CLIENT_SECRET: program.clientSecret };
  const desk = await openDesk(tickets, { ...client, PORT: port });
  await runDesk(dirname(desk.file), 'people', 'add', person.email, '--name', 'Ada', '--password', person.password);
  const pipe = await startWatched('e2e/bench/floor/pipe.ts', {}, [desk.url]);
  const bff = await startWatched('bff/main.ts', {
    PORT: port,
    API_URL: desk.url,
    API_PUBLIC_URL: desk.publicUrl,
    SESSION_KEYS: 'cd'.repeat(32),
    LOG_LEVEL: 'info',
    ...client,
  });
  const stop = async () => {
    await Promise.all([bff.stop(), pipe.stop()]);
    await desk.stop();
  };
  return { desk, pipe, bff, program, stop };
}
