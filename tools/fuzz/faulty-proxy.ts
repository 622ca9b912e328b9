import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'undici';
import { listen } from '#server/testing/listen';
import { callers } from './callers.ts';
import type { FuzzDesk } from './desk.ts';

/** A response of the real api, or a manipulated one. */
export type ProxyResponse = { status: number; headers: Record<string, string | string[]>; body: string };

/** A request at the proxy, and its caller. */
type ProxyRequest = { as: string; method: string; address: string };

/** Forwards the request to the real api, with optional changes. */
type Forward = (changes?: Partial<ProxyRequest>) => Promise<ProxyResponse>;

/** Manipulates a response. Null closes the connection. */
export type Fault = (request: ProxyRequest, forward: Forward) => Promise<ProxyResponse | null>;

/** Hop-by-hop headers (RFC 9110 7.6.1), and those the proxy sets itself. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'accept-encoding',
]);

/** Puts a proxy with a fault in front of a desk. `remove` removes it. */
export const startFaultyProxy = async (
  desk: FuzzDesk,
  fault: Fault,
): Promise<{ desk: FuzzDesk; remove(): Promise<void> }> => {
  const pool = new Pool(desk.url);
  const findCaller = (authorization: string | undefined): string =>
    Object.keys(callers).find(name => desk.getAuthorization(name) === (authorization ?? null)) ?? 'anonymous';

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const body = await buffer(request);
    const received = { as: findCaller(headers.authorization), method, address: url };
    const answer = await fault(received, async changes => {
      const { as, address } = { ...received, ...changes };
      const authorization = desk.getAuthorization(as);
      const forwarded = Object.entries(headers).filter(([name]) => !hopHeaders.has(name) && name !== 'authorization');
      const sent = [...forwarded, ...(authorization === null ? [] : [['authorization', authorization]])];
      const real = await pool.request({
        method: method as 'GET',
        path: address,
        headers: Object.fromEntries(sent),
        body: body.length > 0 ? body : null,
      });
      const returned = Object.entries(real.headers).filter(([name]) => !hopHeaders.has(name));
      const ownHeaders = Object.fromEntries(returned) as ProxyResponse['headers'];
      return { status: real.statusCode, headers: ownHeaders, body: await real.body.text() };
    });
    if (answer === null) return void response.destroy();
    const hasBody = method !== 'HEAD' && answer.status !== 204 && answer.status !== 304;
    const length = hasBody ? { 'content-length': Buffer.byteLength(answer.body) } : {};
    response.writeHead(answer.status, { ...answer.headers, ...length }).end(answer.body);
  };

  // A high limit, so that the real api rejects headers that are too long.
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    handle(request, response).catch(error => response.destroy(error));
  });
  // The proxy does not respond to malformed requests.
  server.on('clientError', (_error, socket) => socket.destroy());
  const port = await listen(server);
  return {
    desk: { ...desk, url: `http://localhost:${port}` },
    async remove() {
      server.close();
      server.closeAllConnections();
      await pool.destroy();
    },
  };
};
