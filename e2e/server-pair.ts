import { randomBytes } from 'node:crypto';
import { findFreePort } from '#server/testing/free-port';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process';
import { administrator } from './people.ts';
import { openSession, type SessionHeaders } from './sign-in-by-request.ts';

/** An api and a bff with a rate limit that no test reaches, and a session of the administrator. */
export type ServerPair = {
  api: ServerProcess;
  bff: ServerProcess;
  /** The request headers of the administrator's session. */
  session: SessionHeaders;
};

/** Starts both servers on an empty data directory. */
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
  const [api, bff] = await Promise.all([
    startServerProcess('api/main.ts', env),
    startServerProcess('bff/main.ts', env),
  ]);
  return { api, bff, session: await openSession(bff.url) };
}
