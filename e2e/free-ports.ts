import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Two ports that nobody listens on: servers that must know of each other before they start need them beforehand. */
export async function findFreePorts(): Promise<[number, number]> {
  // Both are held at once, or one might be found twice.
  const [first, second] = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '127.0.0.1')];
  await Promise.all([once(first, 'listening'), once(second, 'listening')]);
  return [await release(first), await release(second)];
}

async function release(server: Server): Promise<number> {
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was free');
  return address.port;
}
