import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import type { GracefulServer } from './graceful-server.ts';

/** Options for responses to malformed requests. */
export type ClientErrorOptions = {
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>;
  log: Logger;
  /** Receives the status of each rejected message that never became a request. */
  count: (status: number) => void;
  /** Milliseconds until a connection is destroyed that the client does not close. */
  linger: number;
};

/**
 * Responds to data that Node's parser rejects, which never becomes a request. The raw response follows those to earlier requests on
 * the connection, and is never written into an unfinished one. Logs the reason, but none of the received data.
 */
export const handleClientErrors = (
  server: GracefulServer,
  { headers, log, count, linger }: ClientErrorOptions,
): void => {
  const reject = (socket: Socket, name: ErrorName, reason: string | undefined): void => {
    if (!socket.writable) return void socket.destroy();
    const id = randomUUID();
    log.info({ req: { id }, res: { status: getErrorStatus(name) }, reason }, 'malformed request');
    socket.end(formatResponse(name, { 'X-Request-Id': id, ...headers }));
    setTimeout(() => socket.destroy(), linger).unref();
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const pending = server.getPendingResponses(socket);
    // The malformed part is the body of the last request, or follows it.
    const malformed = pending.at(-1)?.req.complete === false ? pending.pop() : undefined;
    if (malformed?.headersSent) return void socket.destroy();
    if (malformed === undefined) count(getErrorStatus(toErrorName(error)));
    const last = pending.at(-1);
    if (last === undefined) reject(socket, toErrorName(error), error.code);
    else last.once('finish', () => reject(socket, toErrorName(error), error.code));
  });

  // Without a listener, Node closes the connection without a response.
  server.on('connect', (_request, socket: Socket) => {
    count(getErrorStatus('bad_request'));
    reject(socket, 'bad_request', 'CONNECT');
  });
};

const toErrorName = ({ code }: NodeJS.ErrnoException): ErrorName => {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request';
};

/** Formats an error response that closes the connection. */
const formatResponse = (name: ErrorName, headers: ClientErrorOptions['headers']): string => {
  const [code, message] = errorTable[name];
  const body = `${JSON.stringify({ code, message, description: 'The request is malformed.' }, null, 2)}\n`;
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
