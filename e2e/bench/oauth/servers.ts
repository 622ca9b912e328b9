import { rm } from 'node:fs/promises';
import { startNodeServer } from '../../server-process.ts';
import { createRunFolder } from '../generated-stores.ts';
import { runDeskCli } from '../run-desk.ts';
import { type BenchClient, benchPerson } from './client.ts';

/** The processes of the desk and the bare library, and the OAuth clients that both know. */
export type OAuthServers = {
  desk: string;
  bare: string;
  programs: BenchClient[];
  /** The folder of the desk's database. */
  folder: string;
  stop(): Promise<void>;
};

/** The desk's own web app. Its refresh tokens have a grace period, so sealed responses are stored. */
const webApp: BenchClient = {
  name: 'the web app',
  clientId: 'bff-0123456789abcdef',
  clientSecret: 'ab'.repeat(32),
  redirectUri: 'http://localhost:3000/auth',
};

const redirectUri = 'https://program.example/back';

/** Starts an empty desk without rate limits, and the bare library. */
export async function startOAuthServers(): Promise<OAuthServers> {
  const folder = await createRunFolder();
  const desk = await startNodeServer('api/main.ts', {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    API_PORT: '0',
    ADMIN_EMAIL: benchPerson.email,
    ADMIN_PASSWORD: benchPerson.password,
    OAUTH_CLIENT_ID: webApp.clientId,
    OAUTH_CLIENT_SECRET: webApp.clientSecret,
    SAMPLE_DATA: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
  });
  const added = await runDeskCli(folder, 'clients', 'add', 'Night Shift', '--redirect-uri', redirectUri, '--json');
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(added);
  const programs = [webApp, { name: 'a registered one', clientId, clientSecret, redirectUri }];
  const bare = await startNodeServer('e2e/bench/baseline/oauth.ts', { NODE_ENV: 'production' }, [
    JSON.stringify(programs),
  ]);
  const stop = async () => {
    await Promise.all([desk.stop(), bare.stop()]);
    await rm(folder, { recursive: true });
  };
  return { desk: toIpUrl(desk.url), bare: toIpUrl(bare.url), programs, folder, stop };
}

/** Returns a URL with an IP address, which needs no lookup. */
const toIpUrl = (url: string): string => `http://127.0.0.1:${new URL(url).port}`;
