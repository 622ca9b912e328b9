import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WireSecrets, watchSecrets } from '../../testing/wire-secrets.ts';

/** One URL for several processes of the api. */
export type ApiBalancer = {
  url: string;
  /** Secrets that it has forwarded. */
  secrets: WireSecrets;
  close(): Promise<void>;
};

/** Forwards each request unchanged to the port that `next` returns. */
export const startApiBalancer = async (next: (method: string) => Promise<number>): Promise<ApiBalancer> => {
  const forward = async (received: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url: path, headers } = received;
    const sent = request({ host: '127.0.0.1', port: await next(method), method, path, headers, agent: false });
    sent.on('error', () => response.destroy());
    sent.on('response', incoming => {
      for (const [name, values] of Object.entries(incoming.headersDistinct)) response.setHeader(name, values ?? []);
      response.writeHead(incoming.statusCode ?? 0);
      incoming.pipe(response);
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
