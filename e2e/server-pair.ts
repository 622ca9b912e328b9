import { randomBytes } from 'node:crypto';
import { request } from '@playwright/test';
import { findFreePort } from '#server/testing/free-port';
import { administrator } from './people.ts';
import { type NodeServer, startNodeServer } from './server-process.ts';
import { signInByRequest } from './sign-in-by-request.ts';

/** An api and a bff without rate limits, and a session of the administrator. */
export type ServerPair = {
  api: NodeServer;
  bff: NodeServer;
  /** The request headers of the administrator's session. */
  session: Record<'cookie' | 'x-csrf' | 'sec-fetch-site', string>;
  /** Starts the api again with the same configuration. */
  startApiAgain: () => Promise<NodeServer>;
};

/** Starts both on an empty data directory. */
export async function startServerPair(dataDir: string, sampleData: 'on' | 'off'): Promise<ServerPair> {
  const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
  const env = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    API_PORT: String(apiPort),
    OAUTH_CLIENT_ID: 'bff',
    OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex'),
    SESSION_KEYS: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SAMPLE_DATA: sampleData,
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const startApi = () => startNodeServer('api/main.ts', env);
  const [api, bff] = await Promise.all([startApi(), startNodeServer('bff/main.ts', env)]);
  const session = { cookie: await signIn(bff.url), 'x-csrf': '1', 'sec-fetch-site': 'same-origin' };
  return { api, bff, session, startApiAgain: startApi };
}

/** Signs the administrator in. @returns the Cookie header */
async function signIn(baseURL: string): Promise<string> {
  const browser = await request.newContext({ baseURL });
  await signInByRequest(browser);
  const { cookies } = await browser.storageState();
  await browser.dispose();
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}
