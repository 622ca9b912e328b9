import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { findFreePort } from '#server/testing/free-port';
import { certify } from './certificate.ts';
import { createClock } from './clock.ts';
import { administrator } from './people.ts';
import { startServer } from './server-process.ts';

/** A Stardesk whose bff and api share nothing, on two sites, by https; the API is below a path. */
export type DeskApart = {
  /** For the browser: where the two names lead. */
  resolverRules: string;
  /** Starts the bff anew, its clock moved on by so many minutes. */
  restartBff(minutesAhead: number): Promise<void>;
  stop(): Promise<void>;
};

const desk = 'desk.example';
const api = 'api.example.net';
export const sites = { PUBLIC_URL: `https://${desk}`, API_PUBLIC_URL: `https://${api}/help` };

/** Ends TLS for a name, as a reverse proxy would, and hands on what it reads as it is. */
async function endTls(name: string, port: number): Promise<Server> {
  const server = createServer(certify(name), socket => {
    const inner = connect(port, '127.0.0.1');
    socket.on('error', () => inner.destroy()).on('close', () => inner.destroy());
    inner.on('error', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Starts both, each with a folder of its own, and the proxies before them. */
export async function startDeskApart(): Promise<DeskApart> {
  const machines = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
  const both = { ...sites, HOST: '127.0.0.1' };
  const credentials = { OAUTH_CLIENT_ID: 'desk', OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex') };
  const apiServer = await startServer('api/main.ts', {
    ...both,
    ...credentials,
    API_PORT: String(apiPort),
    DATA_DIR: join(machines, 'api'),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SAMPLE_DATA: 'on',
  });
  const clock = await createClock(machines);
  const startBff = () =>
    startServer('bff/main.ts', {
      ...both,
      ...credentials,
      PORT: String(port),
      API_URL: `http://127.0.0.1:${apiPort}/help`,
      DATA_DIR: join(machines, 'bff'),
      ...clock.env,
    });
  let bff = await startBff();
  const proxies = [await endTls(desk, port), await endTls(api, apiPort)];
  const [deskPort, apiTlsPort] = proxies.map(portOf);
  return {
    resolverRules: `MAP ${desk}:443 127.0.0.1:${deskPort}, MAP ${api}:443 127.0.0.1:${apiTlsPort}`,
    async restartBff(minutesAhead) {
      await bff.stop();
      await clock.moveBy(minutesAhead * 60_000);
      bff = await startBff();
    },
    async stop() {
      for (const proxy of proxies) proxy.close();
      await bff.stop();
      await apiServer.stop();
      await rm(machines, { recursive: true });
    },
  };
}
