import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** A round-robin load balancer in front of several processes. */
export type Balancer = {
  url: string;
  server: Server;
  /** The ports of the processes; may be changed at any time. */
  ports: Set<number>;
  /** The number of requests forwarded to each port. */
  requestCounts: ReadonlyMap<number, number>;
  stop(): void;
};

type Options = {
  /** Runs before each request is forwarded. */
  beforeRequest?: (method: string) => Promise<void>;
};

/** Returns whether a failed request can be retried, as in reverse proxies. */
const isRetryable = (req: IncomingMessage, error: Error) =>
  req.method === 'GET' || ('code' in error && error.code === 'ECONNREFUSED');

/** Starts a balancer. A failed request that can be retried goes to the next process; 503 if no process is left. */
export async function startBalancer({ beforeRequest }: Options = {}): Promise<Balancer> {
  const ports = new Set<number>();
  const requestCounts = new Map<number, number>();
  let next = 0;

  function sendToNext(req: IncomingMessage, res: ServerResponse, body: Buffer, tried: ReadonlySet<number>): void {
    const left = [...ports].filter(port => !tried.has(port));
    const port = left[next++ % left.length];
    if (port === undefined) return void res.writeHead(503).end();
    requestCounts.set(port, (requestCounts.get(port) ?? 0) + 1);
    const { method, url: path, headers } = req;
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    forwarded.on('response', response => {
      for (const [name, values] of Object.entries(response.headersDistinct)) res.setHeader(name, values ?? []);
      res.writeHead(response.statusCode ?? 0);
      response.on('error', () => res.destroy()).pipe(res);
    });
    forwarded.on('error', error => {
      if (res.headersSent || !isRetryable(req, error)) return void res.destroy();
      sendToNext(req, res, body, new Set([...tried, port]));
    });
    res.once('close', () => forwarded.destroy());
    forwarded.end(body);
  }

  async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    await beforeRequest?.(req.method ?? 'GET');
    sendToNext(req, res, body, new Set());
  }

  // The servers' Keep-Alive headers are forwarded, so the balancer must never close a connection first.
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
    forward(req, res).catch((error: Error) => res.destroy(error));
  });
  const url = `http://localhost:${await listen(server)}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, server, ports, requestCounts, stop };
}
