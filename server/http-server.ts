import type { ServerOptions } from 'node:http';
import { countUnreadable } from './count-requests.ts';
import { GracefulServer } from './graceful-server.ts';
import type { ServerMetrics } from './metrics.ts';
import { type Refusal, refuseUnreadable } from './unreadable.ts';

const second = 1000;

/** How long a connection may take, in milliseconds. */
export type Patience = {
  /** From its first byte until a request's headers are whole. */
  headers: number;
  /** The same until its body is. */
  request: number;
  /** Between two requests. */
  idle: number;
  /** How often connections are looked at: the first two are exceeded by as much. */
  check: number;
  /** For the other side to hang up when it has been refused; its last bytes may still be under way. */
  linger: number;
  /** Without a byte either way while a request is answered: nobody may be reading any more. */
  stall: number;
};

/** Connections are kept longer than the usual balancer keeps them, so that it is never the server that closes first. */
const usualPatience: Patience = {
  headers: 15 * second,
  request: 60 * second,
  idle: 65 * second,
  check: 5 * second,
  linger: 2 * second,
  stall: 120 * second,
};

type Choices = Pick<ServerOptions, 'maxHeaderSize' | 'joinDuplicateHeaders'> &
  Omit<Refusal, 'linger' | 'count'> & { patience?: Patience | undefined; metrics?: ServerMetrics | undefined };

/** An HTTP server that answers whatever it is sent, in the service's words, and waits for nobody without end. */
export const createHttpServer = (choices: Choices): GracefulServer => {
  const { headers, log, metrics, patience = usualPatience, ...parsing } = choices;
  const server = new GracefulServer({
    ...parsing,
    keepAliveTimeout: patience.idle,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.check,
    // Node would refuse its absence without a body: the application does in our words.
    requireHostHeader: false,
  });
  server.setTimeout(patience.stall);
  const count = metrics === undefined ? () => undefined : countUnreadable(metrics);
  refuseUnreadable(server, { headers, log, count, linger: patience.linger });
  // Before anybody reads it: a request may name its target as a whole URL (RFC 9112 3.2.2), of which the path counts.
  server.on('request', request => {
    request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  });
  // An expectation other than 100-continue may be ignored (RFC 9110 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
};
