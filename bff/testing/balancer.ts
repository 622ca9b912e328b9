import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { listenDuringTest } from '#server/testing/listen';

/** A load balancer in front of several processes. */
export type Balancer = {
  url: string;
  /** The ports of the running processes. */
  ports: Set<number>;
};

/** Checks if the request can be retried, as reverse proxies do. */
const isRetryable = (req: IncomingMessage, error: Error) =>
  req.method === 'GET' || ('code' in error && error.code === 'ECONNREFUSED');

/** Starts a round-robin balancer. It skips processes that do not respond, and returns 503 if none is left. */
export async function startBalancer(t: TestContext): Promise<Balancer> {
  const ports = new Set<number>();
  let next = 0;

  function sendToNext(req: IncomingMessage, res: ServerResponse, body: Buffer, tried: ReadonlySet<number>): void {
    const left = [...ports].filter(port => !tried.has(port));
    const port = left[next++ % left.length];
    if (port === undefined) return void res.writeHead(503).end();
    const { method, url: path, headers } = req;
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    forwarded.on('response', response => {
      res.writeHead(response.statusCode ?? 0, response.rawHeaders);
      response.on('error', () => res.destroy()).pipe(res);
    });
    forwarded.on('error', error => {
      if (res.headersSent || !isRetryable(req, error)) return void res.destroy();
      sendToNext(req, res, body, new Set([...tried, port]));
    });
    forwarded.end(body);
  }

  const server = createServer(async (req, res) => sendToNext(req, res, await buffer(req), new Set()));
  return { url: await listenDuringTest(t, server), ports };
}
