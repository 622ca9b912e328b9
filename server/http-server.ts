import type { ServerOptions } from 'node:http';
import { type ClientErrorOptions, handleClientErrors } from './client-errors.ts';
import { countMalformedRequests } from './count-requests.ts';
import { GracefulServer } from './graceful-server.ts';
import type { ServerMetrics } from './metrics.ts';

const second = 1000;

/** Connection timeouts in milliseconds. */
export type ConnectionTimeouts = {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** From the first byte of a request to the end of its body. */
  request: number;
  /** Between two requests. */
  idle: number;
  /** The interval of Node's checks, by which the first two limits may be exceeded. */
  checkInterval: number;
  /** For the peer to close the connection after an error response; its last bytes may be in flight. */
  linger: number;
  /** Without a byte in either direction during a response: the client may have stopped reading. */
  stall: number;
};

/** `idle` exceeds the usual load balancer's timeout, so that the server never closes first. */
const defaultTimeouts: ConnectionTimeouts = {
  headers: 15 * second,
  request: 60 * second,
  idle: 65 * second,
  checkInterval: 5 * second,
  linger: 2 * second,
  stall: 120 * second,
};

type Options = Pick<ServerOptions, 'maxHeaderSize' | 'joinDuplicateHeaders' | 'IncomingMessage'> &
  Omit<ClientErrorOptions, 'linger' | 'count'> & {
    timeouts?: ConnectionTimeouts | undefined;
    metrics?: ServerMetrics | undefined;
  };

/** Creates an HTTP server with timeouts and the service's error format for malformed requests. */
export const createHttpServer = (options: Options): GracefulServer => {
  const { headers, log, metrics, timeouts = defaultTimeouts, ...parsing } = options;
  const server = new GracefulServer({
    ...parsing,
    keepAliveTimeout: timeouts.idle,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.checkInterval,
    // Node would reject a missing Host with an empty response; the application responds in our format.
    requireHostHeader: false,
  });
  server.setTimeout(timeouts.stall);
  const count = metrics === undefined ? () => undefined : countMalformedRequests(metrics);
  handleClientErrors(server, { headers, log, count, linger: timeouts.linger });
  // Strips the origin of an absolute-form target before any handler reads it (RFC 9112 3.2.2).
  server.on('request', request => {
    request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  });
  // An expectation other than 100-continue may be ignored (RFC 9110 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
};
