import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorName, errorTable, statusOf } from '#contract/errors';
import { parserHeaderBytes } from './http/request-size.ts';

const second = 1000;

/**
 * An HTTP server with the api's limits. Connections are kept longer than the usual balancer keeps them, so that it is
 * never the server that closes first.
 */
export const createApiServer = (): Server =>
  createServer({
    maxHeaderSize: parserHeaderBytes,
    keepAliveTimeout: 65 * second,
    headersTimeout: 15 * second,
    requestTimeout: 60 * second,
  }).on('clientError', refuse);

/** What the parser refuses never becomes a request: the answer is written by hand, in the service's shape. */
const refuse = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const name: ErrorName = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request';
  const [code, message] = errorTable[name];
  const body = `${JSON.stringify({ code, message, description: 'The request cannot be read.' }, null, 2)}\n`;
  const head = [
    `HTTP/1.1 ${statusOf(name)} ${message}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};

/** Stops accepting, lets what is under way finish for 10 s at most, then cuts it. */
export const closeGracefully = (server: Server): Promise<void> => {
  const cut = setTimeout(() => server.closeAllConnections(), 10 * second);
  return new Promise(resolve => {
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
};
