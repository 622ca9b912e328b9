import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { listen } from './listen.ts';

/** One address that several processes stand behind, as of a reverse proxy. */
export type Balancer = {
  url: string;
  /** The processes that are up. */
  ports: Set<number>;
};

/** A failure that leaves the request undone, or that may be tried again: what reverse proxies do by themselves. */
const mayTryNext = (req: IncomingMessage, error: Error) =>
  req.method === 'GET' || ('code' in error && error.code === 'ECONNREFUSED');

/** Hands the requests to the processes in turn; one that does not answer is passed over. 503 when none is left. */
export async function startBalancer(t: TestContext): Promise<Balancer> {
  const ports = new Set<number>();
  let turn = 0;

  function tryNext(req: IncomingMessage, res: ServerResponse, body: Buffer, tried: ReadonlySet<number>): void {
    const left = [...ports].filter(port => !tried.has(port));
    const port = left[turn++ % left.length];
    if (port === undefined) return void res.writeHead(503).end();
    const { method, url: path, headers } = req;
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    sent.on('response', answer => {
      res.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.on('error', () => res.destroy()).pipe(res);
    });
    sent.on('error', error => {
      if (res.headersSent || !mayTryNext(req, error)) return void res.destroy();
      tryNext(req, res, body, new Set([...tried, port]));
    });
    sent.end(body);
  }

  const server = createServer(async (req, res) => tryNext(req, res, await buffer(req), new Set()));
  return { url: await listen(t, server), ports };
}
