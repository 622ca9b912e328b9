import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'undici';
import { callers } from './callers.ts';
import type { FuzzDesk } from './desk.ts';

/** What the real api answers, or what is made of it. */
export type Answer = { status: number; headers: Record<string, string | string[]>; body: string };

/** A request as the layer sees it, and as whom it came. */
type Asked = { as: string; method: string; address: string };

/** Asks the real api what it was asked itself, or something else. */
type Ask = (instead?: Partial<Asked>) => Promise<Answer>;

/** Makes something else of an answer. Null hangs up. */
export type Fault = (asked: Asked, ask: Ask) => Promise<Answer | null>;

/** What is between two connections alone (RFC 9110 7.6.1), or is told anew. */
const hops = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'accept-encoding']);

/** A desk whose api is the real one behind a layer that does wrong. `lift` takes it away. */
export const putInFront = async (desk: FuzzDesk, fault: Fault): Promise<{ desk: FuzzDesk; lift(): Promise<void> }> => {
  const pool = new Pool(desk.url);
  const callerOf = (authorization: string | undefined): string =>
    Object.keys(callers).find(name => desk.authorizationOf(name) === (authorization ?? null)) ?? 'nobody';

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const asked = { as: callerOf(headers.authorization), method, address: url };
    const answer = await fault(asked, async instead => {
      const { as, address } = { ...asked, ...instead };
      const authorization = desk.authorizationOf(as);
      const kept = Object.entries(headers).filter(([name]) => !hops.has(name) && name !== 'authorization');
      const sent = [...kept, ...(authorization === null ? [] : [['authorization', authorization]])];
      const real = await pool.request({
        method: method as 'GET',
        path: address,
        headers: Object.fromEntries(sent),
        body: body.length > 0 ? body : null,
      });
      const received = Object.entries(real.headers).filter(([name]) => !hops.has(name));
      const told = Object.fromEntries(received) as Answer['headers'];
      return { status: real.statusCode, headers: told, body: await real.body.text() };
    });
    if (answer === null) return void response.destroy();
    const hasBody = method !== 'HEAD' && answer.status !== 204 && answer.status !== 304;
    const length = hasBody ? { 'content-length': Buffer.byteLength(answer.body) } : {};
    response.writeHead(answer.status, { ...answer.headers, ...length }).end(answer.body);
  };

  // What is too long is the real api's to refuse.
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    handle(request, response).catch(error => response.destroy(error));
  }).listen(0, '127.0.0.1');
  // What the layer itself cannot read has no answer.
  server.on('clientError', (_error, socket) => socket.destroy());
  await once(server, 'listening');
  return {
    desk: { ...desk, url: `http://localhost:${(server.address() as AddressInfo).port}` },
    async lift() {
      server.close();
      server.closeAllConnections();
      await pool.destroy();
    },
  };
};
