import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorName, errorTable, statusOf } from '#contract/errors';

const second = 1000;

/** What the parser refuses never becomes a request: the answer is written by hand, in the service's shape. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const name: ErrorName = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request';
  const [code, message] = errorTable[name];
  const body = `${JSON.stringify({ code, message, description: 'The request cannot be read.' }, null, 2)}\n`;
  const head = [
    `HTTP/1.1 ${statusOf(name)} ${message}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * An HTTP server with the bff's limits. Headers may be 32 KiB: besides the session there may be sign-ins under way.
 * Connections are kept longer than the usual balancer keeps them, so that it is never the server that closes first.
 */
export function createBffServer(): Server {
  const server = createServer({
    maxHeaderSize: 32 * 1024,
    keepAliveTimeout: 65 * second,
    headersTimeout: 15 * second,
    requestTimeout: 60 * second,
  });
  return server.on('clientError', refuse);
}

/** Stops accepting, lets what is under way finish for `graceMs`, then cuts it. */
export function closeGracefully(server: Server, graceMs: number): Promise<void> {
  // close() ends the connections that are idle now; one that has still to answer would then be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  return new Promise(resolve => {
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
