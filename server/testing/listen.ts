import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { TestContext } from 'node:test';

/** Starts a server on a free port of 127.0.0.1; returns the port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a server on a free port of 127.0.0.1 until the test ends. Returns its origin. */
export async function listenDuringTest(t: TestContext, server: HttpServer): Promise<string> {
  const port = await listen(server);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}
