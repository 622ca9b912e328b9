import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { findFreePort } from './free-port.ts';

it('findFreePort returns distinct free ports', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, findFreePort));
  assert.equal(new Set(ports).size, ports.length);
  for (const port of ports) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  }
});

it('findFreePort skips a port that is reserved or in use', async t => {
  const found = await findFreePort();
  const reserved = createSocket('udp4').bind(found + 1, '127.0.0.1');
  const listening = createServer().listen(found + 2, '127.0.0.1');
  t.after(() => Promise.all([reserved.close(), listening.close()]));
  // Either port may already be in use; the test passes in that case, too.
  await Promise.allSettled([once(reserved, 'listening'), once(listening, 'listening')]);
  const next = await findFreePort();
  assert.ok(next > found + 2 || next < found, `${next} after ${found}`);
});
