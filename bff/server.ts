import type { Logger } from 'pino';
import { GracefulServer } from '#server/graceful-server';
import { refuseUnreadable } from './requests/unreadable.ts';

const second = 1000;

/** How long a connection may take, in milliseconds. */
type Patience = {
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

/**
 * An HTTP server with the bff's limits. Headers may be 32 KiB: besides the session there may be sign-ins under way.
 * Two header fields where one belongs are joined, which none of those who read them takes for a value.
 */
export function createBffServer(log: Logger, patience = usualPatience): GracefulServer {
  const server = new GracefulServer({
    maxHeaderSize: 32 * 1024,
    keepAliveTimeout: patience.idle,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.check,
    joinDuplicateHeaders: true,
    // Node would refuse its absence without a body; request-shape.ts does in our words.
    requireHostHeader: false,
  });
  server.setTimeout(patience.stall);
  refuseUnreadable(server, { log, lingerMs: patience.linger });
  // Before anybody reads it: a request may name its target as a whole URL (RFC 9112, 3.2.2), of which the path counts.
  server.on('request', req => {
    req.url = req.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  });
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}
