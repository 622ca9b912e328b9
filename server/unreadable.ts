import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type ErrorName, errorTable, statusOf } from '#contract/errors';
import type { GracefulServer } from './graceful-server.ts';

/** How a server refuses what it cannot read. */
export type Refusal = {
  /** What it puts on every answer besides, by name. */
  headers: Readonly<Record<string, string>>;
  log: Logger;
  /** Is told the status of each refusal of what never became a request. */
  count: (status: number) => void;
  /** Milliseconds until a connection is cut whose other side does not hang up. */
  linger: number;
};

/**
 * What Node's parser refuses never becomes a request: the answer is written by hand, after those to the requests that
 * came before it, and never into one that is under way. The log tells why, and nothing of what was sent.
 */
export const refuseUnreadable = (server: GracefulServer, { headers, log, count, linger }: Refusal): void => {
  const refuse = (socket: Socket, name: ErrorName, reason: string | undefined): void => {
    if (!socket.writable) return void socket.destroy();
    const id = randomUUID();
    log.info({ req: { id }, res: { status: statusOf(name) }, reason }, 'request unreadable');
    socket.end(compose(name, { 'X-Request-Id': id, ...headers }));
    setTimeout(() => socket.destroy(), linger).unref();
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const before = server.owedBy(socket);
    // What cannot be read is the body of the last request, or what came after it.
    const broken = before.at(-1)?.req.complete === false ? before.pop() : undefined;
    if (broken?.headersSent) return void socket.destroy();
    if (broken === undefined) count(statusOf(nameOf(error)));
    const last = before.at(-1);
    if (last === undefined) refuse(socket, nameOf(error), error.code);
    else last.once('finish', () => refuse(socket, nameOf(error), error.code));
  });

  // Whoever has no tunnel to give would otherwise hang up without a word.
  server.on('connect', (_request, socket: Socket) => {
    count(statusOf('bad_request'));
    refuse(socket, 'bad_request', 'CONNECT');
  });
};

const nameOf = ({ code }: NodeJS.ErrnoException): ErrorName => {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request';
};

/** An answer in the service's error shape that ends its connection. */
const compose = (name: ErrorName, headers: Refusal['headers']): string => {
  const [code, message] = errorTable[name];
  const body = `${JSON.stringify({ code, message, description: 'The request cannot be read.' }, null, 2)}\n`;
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  const fields = Object.entries(all).map(([field, value]) => `${field}: ${value}`);
  return [`HTTP/1.1 ${statusOf(name)} ${message}`, ...fields, '', body].join('\r\n');
};
