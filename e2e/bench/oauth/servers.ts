import { rm } from 'node:fs/promises';
import { startServer } from '../../server-process.ts';
import { runDesk } from '../run-desk.ts';
import { runFolder } from '../stores.ts';
import { type Program, person } from './program.ts';

/** The desk and the bare library, each a process of its own, and the programs that both know. */
export type Servers = {
  desk: string;
  bare: string;
  programs: Program[];
  /** Where the desk keeps its store. */
  folder: string;
  stop(): Promise<void>;
};

/** The desk's own web app: its refresh tokens have a grace, and so keep their sealed answers. */
const webApp: Program = {
  name: 'the web app',
  clientId: 'bff-0123456789abcdef',
  clientSecret: 'ab'.repeat(32),
  redirectUri: 'http://localhost:3000/auth',
};

const redirectUri = 'https://program.example/back';

/** Starts the desk as it runs anywhere else but for its limits, with no data, and the library with nothing added. */
export async function startServers(): Promise<Servers> {
  const folder = await runFolder();
  const desk = await startServer('api/main.ts', {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    API_PORT: '0',
    ADMIN_EMAIL: person.email,
    ADMIN_PASSWORD: person.password,
    OAUTH_CLIENT_ID: webApp.clientId,
    OAUTH_CLIENT_SECRET: webApp.clientSecret,
    SAMPLE_DATA: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
  });
  const added = await runDesk(folder, 'clients', 'add', 'Night Shift', '--redirect-uri', redirectUri, '--json');
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(added);
  const programs = [webApp, { name: 'a registered one', clientId, clientSecret, redirectUri }];
  const bare = await startServer('e2e/bench/floor/oauth.ts', { NODE_ENV: 'production' }, [JSON.stringify(programs)]);
  const stop = async () => {
    await Promise.all([desk.stop(), bare.stop()]);
    await rm(folder, { recursive: true });
  };
  return { desk: addressed(desk.url), bare: addressed(bare.url), programs, folder, stop };
}

/** Where it is reached, without a name to be looked up. */
const addressed = (url: string): string => `http://127.0.0.1:${new URL(url).port}`;
