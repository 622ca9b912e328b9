import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address that processes of the api stand behind. */
export type Balancer = { url: string; close(): Promise<void> };

/** Hands each request to the process on the port that `next` names, as it came. */
export const startBalancer = async (next: () => Promise<number>): Promise<Balancer> => {
  const forward = async (received: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, headers } = received;
    const sent = request({ host: '127.0.0.1', port: await next(), method, path, headers, agent: false });
    sent.on('error', () => response.destroy());
    sent.on('response', answer => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    received.pipe(sent);
  };
  const server = createServer((received, response) => {
    forward(received, response).catch((error: Error) => response.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
};
