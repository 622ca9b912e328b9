import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports: Linux starts at 32768, other systems at 49152 (RFC 6335, 6). */
const [first, last] = [20_000, 32_000];

let next = first + ((process.pid * 40) % (last - first));

/**
 * Reserves a TCP port of 127.0.0.1 until this process exits. Outgoing connections use ephemeral ports only, and the UDP
 * port of the same number is a lock against other test processes.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = next < last ? next + 1 : first;
    if ((await lock(port)) && (await isFree(port))) return port;
  }
}

async function lock(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  return succeeds(once(socket, 'listening'));
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  if (!(await succeeds(once(server, 'listening')))) return false;
  await once(server.close(), 'close');
  return true;
}

/** Resolves to false for a port in use; rethrows any other error. */
const succeeds = (listening: Promise<unknown>): Promise<boolean> =>
  listening.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') return false;
      throw error;
    },
  );
