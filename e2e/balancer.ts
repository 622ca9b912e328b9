import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A round-robin load balancer. */
export type RoundRobinBalancer = {
  url: string;
  /** The ports of the servers; may be changed at any time. */
  ports: number[];
  /** The number of requests forwarded to each port. */
  requestCounts: ReadonlyMap<number, number>;
  stop(): void;
};

/** Starts a balancer that forwards each request to the next server. */
export async function startRoundRobinBalancer(): Promise<RoundRobinBalancer> {
  const ports: number[] = [];
  const requestCounts = new Map<number, number>();
  let count = 0;
  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const port = ports[count++ % ports.length] ?? 0;
    requestCounts.set(port, (requestCounts.get(port) ?? 0) + 1);
    const { method, url, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers });
    forwarded.on('error', () => response.destroy());
    forwarded.on('response', received => {
      response.writeHead(received.statusCode ?? 0, received.rawHeaders);
      received.pipe(response);
    });
    incoming.pipe(forwarded);
  };
  // The servers' Keep-Alive headers are forwarded, so the balancer must never close a connection first.
  const server = createServer({ keepAliveTimeout: 0 }, forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, ports, requestCounts, stop };
}
