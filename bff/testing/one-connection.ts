import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { Desk } from './desk.ts';
import { cookieHeader } from './signed-in-desk.ts';

type Sent = { method?: string; headers?: Record<string, string>; pieces?: readonly Buffer[]; chunked?: boolean };

type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Whether it came on the connection of the one before. */
  reused: boolean;
};

/** Asks by one kept connection, one request after the other; of a body every byte is sent, whatever is answered meanwhile. */
export type OneConnection = (path: string, sent?: Sent) => Promise<Answer>;

/** A connection of a signed-in browser, for as long as the test. */
export function openConnection(t: TestContext, desk: Desk): OneConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const own = { cookie: cookieHeader(desk), 'x-csrf': '1', 'sec-fetch-site': 'same-origin' };

  return (path, { method = 'GET', headers = {}, pieces = [], chunked = false } = {}) =>
    new Promise((resolve, reject) => {
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const announced = pieces.length === 0 || chunked ? {} : { 'content-length': String(length) };
      const asked = request(desk.url + path, { agent, method, headers: { ...own, ...announced, ...headers } });
      const sent = new Promise(done => asked.once('finish', done));
      asked.once('error', reject);
      asked.once('response', async answer => {
        const [body] = await Promise.all([text(answer), sent]);
        const { statusCode: status = 0, headers } = answer;
        resolve({ status, headers, text: body, reused: asked.reusedSocket });
      });
      for (const piece of pieces) asked.write(piece);
      asked.end();
    });
}
