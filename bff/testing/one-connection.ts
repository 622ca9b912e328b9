import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { TestDesk } from './desk.ts';
import { createAppHeaders } from './signed-in-desk.ts';

type SentRequest = { method?: string; headers?: Record<string, string>; pieces?: readonly Buffer[]; chunked?: boolean };

type ConnectionResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** True if the connection of the previous request was reused. */
  reused: boolean;
};

/** Sends requests over one connection. Sends each body to its end, even after an early response. */
export type OneConnection = (path: string, sent?: SentRequest) => Promise<ConnectionResponse>;

/** Opens a connection of a signed-in browser until the end of the test. */
export function openConnection(t: TestContext, desk: TestDesk): OneConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());

  return (path, { method = 'GET', headers = {}, pieces = [], chunked = false } = {}) =>
    new Promise((resolve, reject) => {
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const announced = pieces.length === 0 || chunked ? {} : { 'content-length': String(length) };
      const clientRequest = request(desk.url + path, {
        agent,
        method,
        headers: { ...createAppHeaders(desk), ...announced, ...headers },
      });
      const sent = new Promise(done => clientRequest.once('finish', done));
      clientRequest.once('error', reject);
      clientRequest.once('response', async response => {
        const [body] = await Promise.all([text(response), sent]);
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text: body, reused: clientRequest.reusedSocket });
      });
      for (const piece of pieces) clientRequest.write(piece);
      clientRequest.end();
    });
}
