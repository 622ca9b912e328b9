import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address before several servers. */
export type Balancer = {
  url: string;
  /** Servers to hand requests to, from now on. */
  ports: number[];
  /** How many requests it has handed to each port. */
  handed: ReadonlyMap<number, number>;
  stop(): void;
};

/** Hands each request to the next of its servers, whoever it comes from. */
export async function startBalancer(): Promise<Balancer> {
  const ports: number[] = [];
  const handed = new Map<number, number>();
  let turn = 0;
  const forward = (received: IncomingMessage, response: ServerResponse): void => {
    const port = ports[turn++ % ports.length] ?? 0;
    handed.set(port, (handed.get(port) ?? 0) + 1);
    const { method, url, headers } = received;
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers });
    sent.on('error', () => response.destroy());
    sent.on('response', answer => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    received.pipe(sent);
  };
  // The servers' answers, which are handed on, say how long a connection is kept: this end never closes first.
  const server = createServer({ keepAliveTimeout: 0 }, forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, ports, handed, stop };
}
