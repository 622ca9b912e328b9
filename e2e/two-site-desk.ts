import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { findFreePort } from '#server/testing/free-port';
import { listen } from '#server/testing/listen';
import { startServerProcess } from '#server/testing/server-process';
import { createCertificate } from './certificate.ts';
import { createClock } from './clock.ts';
import { administrator } from './people.ts';

/** A desk whose bff and api have separate folders and HTTPS sites. The API has a path prefix. */
export type TwoSiteDesk = {
  /** The browser's resolver rules for the two names. */
  resolverRules: string;
  /** Restarts the bff with its clock moved forward. */
  restartBff(minutesAhead: number): Promise<void>;
  stop(): Promise<void>;
};

const desk = 'desk.example';
const api = 'api.example.net';
export const sites = { PUBLIC_URL: `https://${desk}`, API_PUBLIC_URL: `https://${api}/help` };

/** Starts a proxy that terminates TLS for a host name. */
async function startTlsProxy(name: string, port: number) {
  const server = createServer(createCertificate(name), socket => {
    const upstream = connect(port, '127.0.0.1');
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  return { server, port: await listen(server) };
}

/** Starts the api and the bff, and a TLS proxy in front of each. */
export async function startTwoSiteDesk(): Promise<TwoSiteDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
  const shared = { ...sites, HOST: '127.0.0.1' };
  const credentials = { OAUTH_CLIENT_ID: 'desk', OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex') };
  const apiServer = await startServerProcess('api/main.ts', {
    ...shared,
    ...credentials,
    API_PORT: String(apiPort),
    DATA_DIR: join(folder, 'api'),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SAMPLE_DATA: 'on',
  });
  const clock = await createClock(folder);
  const startBff = () =>
    startServerProcess('bff/main.ts', {
      ...shared,
      ...credentials,
      PORT: String(port),
      API_URL: `http://127.0.0.1:${apiPort}/help`,
      DATA_DIR: join(folder, 'bff'),
      ...clock.env,
    });
  let bff = await startBff();
  const proxies = [await startTlsProxy(desk, port), await startTlsProxy(api, apiPort)];
  const [deskPort, apiTlsPort] = proxies.map(proxy => proxy.port);
  return {
    resolverRules: `MAP ${desk}:443 127.0.0.1:${deskPort}, MAP ${api}:443 127.0.0.1:${apiTlsPort}`,
    async restartBff(minutesAhead) {
      await bff.stop();
      await clock.advance(minutesAhead * 60_000);
      bff = await startBff();
    },
    async stop() {
      for (const { server } of proxies) server.close();
      await bff.stop();
      await apiServer.stop();
      await rm(folder, { recursive: true });
    },
  };
}
