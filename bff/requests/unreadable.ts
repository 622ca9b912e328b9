import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { type ErrorName, errorTable, statusOf } from '#contract/errors';

const nameOf = ({ code }: NodeJS.ErrnoException): ErrorName => {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request';
};

/** An answer in the service's error shape, and the end of the connection. */
function compose(name: ErrorName, id: string): string {
  const [code, message] = errorTable[name];
  const body = `${JSON.stringify({ code, message, description: 'The request cannot be read.' }, null, 2)}\n`;
  const head = [
    `HTTP/1.1 ${statusOf(name)} ${message}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options: DENY',
    'Referrer-Policy: no-referrer',
    'Cross-Origin-Resource-Policy: same-origin',
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

type Options = {
  log: Logger;
  /** Until a connection is cut whose other side does not hang up. */
  lingerMs: number;
};

/**
 * What Node's parser refuses never becomes a request: the answer is written by hand, after those to the requests that
 * came before it, and never into one that is under way. The log tells why, and nothing of what was sent.
 */
export function refuseUnreadable(server: Server, { log, lingerMs }: Options): void {
  /** The answers that a connection still owes, oldest first: a request may come before the last one is answered. */
  const owed = new WeakMap<Socket, Set<ServerResponse>>();

  server.on('request', (req, res) => {
    const here = owed.get(req.socket) ?? new Set();
    owed.set(req.socket, here.add(res));
    res.once('close', () => here.delete(res));
  });

  function refuse(socket: Socket, name: ErrorName, reason: string | undefined): void {
    const id = randomUUID();
    log.info({ req: { id }, res: { status: statusOf(name) }, reason }, 'request unreadable');
    socket.end(compose(name, id));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const before = [...(owed.get(socket) ?? [])];
    // What cannot be read is the body of the last request, or what came after it.
    const broken = before.at(-1)?.req.complete === false ? before.pop() : undefined;
    if (broken?.headersSent) return void socket.destroy();
    const last = before.at(-1);
    if (last === undefined) refuse(socket, nameOf(error), error.code);
    else last.once('finish', () => refuse(socket, nameOf(error), error.code));
  });

  // Whoever has no tunnel to give would otherwise hang up without a word.
  server.on('connect', (_request, socket: Socket) => refuse(socket, 'bad_request', 'CONNECT'));
}
