import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WireSecrets, watchSecrets } from '../../testing/wire-secrets.ts';

/** One address that processes of the api stand behind. */
export type Balancer = {
  url: string;
  /** What it has handed on that nobody else may know. */
  secrets: WireSecrets;
  close(): Promise<void>;
};

/** Hands each request to the process on the port that `next` names, as it came. */
export const startBalancer = async (next: (method: string) => Promise<number>): Promise<Balancer> => {
  const forward = async (received: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path, headers } = received;
    const sent = request({ host: '127.0.0.1', port: await next(method), method, path, headers, agent: false });
    sent.on('error', () => response.destroy());
    sent.on('response', answer => {
      for (const [name, values] of Object.entries(answer.headersDistinct)) response.setHeader(name, values ?? []);
      response.writeHead(answer.statusCode ?? 0);
      answer.pipe(response);
    });
    received.pipe(sent);
  };
  const server = createServer((received, response) => {
    forward(received, response).catch((error: Error) => response.destroy(error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    secrets: watchSecrets(server),
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
};
