import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import type { GracefulServer } from './graceful-server.ts';

/** Options for responses to rejected requests. */
export type ClientErrorOptions = {
  headers: Readonly<Record<string, string>>;
  log: Logger;
  /** Receives the status of each rejected message that never became a request. */
  count: (status: number) => void;
  /** Milliseconds until the server destroys a connection that the client does not close. */
  linger: number;
};

/**
 * Responds to malformed requests, to requests that arrive too slowly, and to CONNECT. The raw response follows the
 * responses to earlier requests on the connection. Logs the reason, but none of the received data.
 */
export const handleClientErrors = (
  server: GracefulServer,
  { headers, log, count, linger }: ClientErrorOptions,
): void => {
  const reject = (socket: Socket, { name, description }: Rejection, reason?: string): void => {
    if (!socket.writable) return void socket.destroy();
    const id = randomUUID();
    log.info({ req: { id }, res: { status: getErrorStatus(name) }, reason }, description);
    socket.end(formatResponse(name, description, { 'X-Request-Id': id, ...headers }));
    setTimeout(() => socket.destroy(), linger).unref();
  };

  const rejectAfter = (pending: ServerResponse[], socket: Socket, ...rejection: [Rejection, string?]): void => {
    const last = pending.at(-1);
    if (last === undefined) reject(socket, ...rejection);
    else last.once('finish', () => reject(socket, ...rejection));
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const pending = server.getPendingResponses(socket);
    // The malformed part is the body of the last request, or follows it.
    const malformed = pending.at(-1)?.req.complete === false ? pending.pop() : undefined;
    if (malformed?.headersSent) return void socket.destroy();
    const rejection = toRejection(error);
    if (malformed === undefined) count(getErrorStatus(rejection.name));
    rejectAfter(pending, socket, rejection, error.code);
  });

  // Without a listener, Node closes the connection without a response.
  server.on('connect', (_request, socket: Socket) => {
    count(getErrorStatus(rejections.connect.name));
    rejectAfter(server.getPendingResponses(socket), socket, rejections.connect);
  });
};

type Rejection = { name: ErrorName; description: string };

const rejections = {
  headers: { name: 'headers_too_large', description: 'The request headers are too large.' },
  timeout: { name: 'request_timeout', description: 'The request was not received in time.' },
  connect: { name: 'bad_request', description: 'CONNECT is not supported.' },
  malformed: { name: 'bad_request', description: 'The request is malformed.' },
} satisfies Record<string, Rejection>;

const toRejection = ({ code }: NodeJS.ErrnoException): Rejection => {
  if (code === 'HPE_HEADER_OVERFLOW') return rejections.headers;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? rejections.timeout : rejections.malformed;
};

/** Formats an error response that closes the connection. */
const formatResponse = (name: ErrorName, description: string, headers: ClientErrorOptions['headers']): string => {
  const [code, message] = errorTable[name];
  const body = `${JSON.stringify({ code, message, description }, null, 2)}\n`;
  const allHeaders = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  const headerLines = Object.entries(allHeaders).map(([field, value]) => `${field}: ${value}`);
  return [`HTTP/1.1 ${getErrorStatus(name)} ${message}`, ...headerLines, '', body].join('\r\n');
};
