import type { IncomingMessage, ServerOptions } from 'node:http';
import { type ClientErrorOptions, handleClientErrors } from './client-errors.ts';
import { countMalformedRequests } from './count-requests.ts';
import { GracefulServer } from './graceful-server.ts';
import type { ServerMetrics } from './metrics.ts';
import { createUploads, defaultUploadLimits, type UploadLimits, type Uploads } from './uploads.ts';

const second = 1000;

/** Connection timeouts in milliseconds. */
export type ConnectionTimeouts = {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** From the end of the headers to the end of the body, except for uploads. */
  body: number;
  /** From the first byte of a request to the end of its body, including uploads. */
  request: number;
  /** Between two requests. */
  idle: number;
  /** The interval of Node's checks, by which `headers` and `request` may be exceeded. */
  checkInterval: number;
  /** How long the client may take to close the connection after an error response. The response may be in flight. */
  linger: number;
  /** How long an open request may go without a byte in either direction. The client may have stopped reading. */
  stall: number;
};

/** `idle` exceeds the usual timeout of load balancers: the server never closes a connection first. */
const defaultTimeouts: ConnectionTimeouts = {
  headers: 15 * second,
  body: 60 * second,
  request: 15 * 60 * second,
  idle: 65 * second,
  checkInterval: 5 * second,
  linger: 2 * second,
  stall: 120 * second,
};

type Options = Pick<ServerOptions, 'maxHeaderSize' | 'joinDuplicateHeaders' | 'IncomingMessage'> &
  Omit<ClientErrorOptions, 'linger' | 'count'> & {
    timeouts?: ConnectionTimeouts | undefined;
    uploadLimits?: UploadLimits | undefined;
    metrics?: ServerMetrics | undefined;
  };

/** A server with its uploads. */
export type HttpServer = GracefulServer & { readonly uploads: Uploads };

/** Creates an HTTP server with timeouts and the service's error format for malformed requests. */
export const createHttpServer = (options: Options): HttpServer => {
  const { headers, log, metrics, timeouts = defaultTimeouts, uploadLimits = defaultUploadLimits, ...parsing } = options;
  const server = new GracefulServer({
    ...parsing,
    keepAliveTimeout: timeouts.idle,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.checkInterval,
    // Node would reject a missing Host with an empty response. The application responds in our format.
    requireHostHeader: false,
  });
  server.setTimeout(timeouts.stall);
  const count = metrics === undefined ? () => undefined : countMalformedRequests(metrics);
  handleClientErrors(server, { headers, log, count, linger: timeouts.linger });
  // Strips the origin of an absolute-form target before any handler reads it (RFC 9112 3.2.2).
  server.on('request', request => {
    request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  });
  // An expectation other than 100-continue may be ignored (RFC 9110 10.1.1). Node would send 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const uploads = createUploads(uploadLimits, {
    onSlow: request => rejectSlowBody(server, request),
    onReject: () => metrics?.shed.inc({ reason: 'uploads' }),
  });
  server.on('request', request => limitBody(server, request, { uploads, milliseconds: timeouts.body }));
  return Object.assign(server, { uploads });
};

/** Rejects a body that is incomplete after its timeout. Uploads under way are exempt. */
const limitBody = (
  server: GracefulServer,
  request: IncomingMessage,
  { uploads, milliseconds }: { uploads: Uploads; milliseconds: number },
): void => {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return;
  const timer = setInterval(() => {
    if (request.complete || uploads.includes(request)) return;
    clearInterval(timer);
    rejectSlowBody(server, request);
  }, milliseconds).unref();
  request.once('close', () => clearInterval(timer));
};

/** Reports the timeout as Node reports its own timeouts. The response is therefore also 408. */
const rejectSlowBody = (server: GracefulServer, { socket }: IncomingMessage): void => {
  const error = Object.assign(new Error('The body arrived too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, socket);
};
