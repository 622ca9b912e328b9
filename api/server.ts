import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorName, errorTable, statusOf } from '#contract/errors';
import { GracefulServer } from '#server/graceful-server';
import type { ApiDates } from './http/dates/registry.ts';
import { valuesOfV1 } from './http/headers-of-v1.ts';
import { parserHeaderBytes } from './http/request-size.ts';
import { securityValues } from './http/security-headers.ts';

const second = 1000;

/**
 * An HTTP server with the api's limits. Connections are kept longer than the usual balancer keeps them, so that it is
 * never the server that closes first.
 */
export const createApiServer = (dates: ApiDates): GracefulServer => {
  const refuse = refuseAs(dates);
  const server = new GracefulServer({
    maxHeaderSize: parserHeaderBytes,
    keepAliveTimeout: 65 * second,
    headersTimeout: 15 * second,
    requestTimeout: 60 * second,
    // Node would refuse its absence without a body: single-headers.ts does in our words.
    requireHostHeader: false,
  });
  /** The answers that a connection still owes, oldest first: a request may come before the last one is answered. */
  const owed = new WeakMap<Socket, Set<ServerResponse>>();
  // Before anybody reads it: a request may name its target as a whole URL (RFC 9112 3.2.2), of which the path counts.
  server.on('request', (request, response) => {
    const here = owed.get(request.socket) ?? new Set();
    owed.set(request.socket, here.add(response));
    response.once('close', () => here.delete(response));
    request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const before = [...(owed.get(socket) ?? [])];
    // What cannot be read is the body of the last request, or what came after it.
    const broken = before.at(-1)?.req.complete === false ? before.pop() : undefined;
    if (broken?.headersSent) return void socket.destroy();
    const last = before.at(-1);
    if (last === undefined) refuse(socket, nameOf(error));
    else last.once('finish', () => refuse(socket, nameOf(error)));
  });
  // Whoever has no tunnel to give would otherwise hang up without a word.
  server.on('connect', (_request, socket: Socket) => refuse(socket, 'bad_request'));
  // An expectation other than 100-continue may be ignored (RFC 9110 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
};

const nameOf = ({ code }: NodeJS.ErrnoException): ErrorName => {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request';
};

/**
 * What the parser refuses never becomes a request: the answer is written by hand, in the service's shape. Nobody knows yet
 * whether it was one to /v1, so it says what those do.
 */
const refuseAs =
  (dates: ApiDates) =>
  (socket: Socket, name: ErrorName): void => {
    if (!socket.writable) return void socket.destroy();
    const [code, message] = errorTable[name];
    const body = `${JSON.stringify({ code, message, description: 'The request cannot be read.' }, null, 2)}\n`;
    const head = [
      `HTTP/1.1 ${statusOf(name)} ${message}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      ...Object.entries({ ...valuesOfV1(dates), ...securityValues }).map(header => header.join(': ')),
      'Cache-Control: no-store',
      'Access-Control-Allow-Origin: *',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
