import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { choosePorts, readPorts } from './ports.mjs';

describe('readPorts', () => {
  it('uses the default for an empty or missing variable', () => {
    assert.deepEqual(readPorts({ PORT: '' }), { PORT: 3000, API_PORT: 4000 });
  });

  it('names every variable that is not a port', () => {
    for (const invalid of ['a', '65536', '-1', '1.5', ' 80', '0x50']) {
      assert.throws(() => readPorts({ PORT: invalid, API_PORT: invalid }), /^LaunchError: PORT is .*\nAPI_PORT is /);
    }
  });

  it('rejects the same port for both servers, except 0', () => {
    assert.throws(() => readPorts({ PORT: '4000' }), /PORT and API_PORT are both 4000/);
    assert.deepEqual(readPorts({ PORT: '0', API_PORT: '0' }), { PORT: 0, API_PORT: 0 });
  });
});

describe('choosePorts', () => {
  it('replaces each 0 with a different free port', async () => {
    const { PORT, API_PORT } = await choosePorts({ PORT: 0, API_PORT: 0 }, '127.0.0.1');
    assert.ok(PORT > 0 && API_PORT > 0 && PORT !== API_PORT);
  });

  it('names a port in use and the variable to change', async () => {
    await withBusyPort('127.0.0.1', async busy => {
      await assert.rejects(choosePorts({ PORT: busy, API_PORT: 0 }, '127.0.0.1'), portInUse(busy, 'PORT'));
      await assert.rejects(choosePorts({ PORT: 0, API_PORT: busy }, '127.0.0.1'), portInUse(busy, 'API_PORT'));
    });
  });

  it('detects another server on the IPv6 address of localhost', async context => {
    try {
      await withBusyPort('::1', async busy => {
        await assert.rejects(choosePorts({ PORT: busy, API_PORT: 0 }, '127.0.0.1'), portInUse(busy, 'PORT'));
      });
    } catch (error) {
      const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
      if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) throw error;
      context.diagnostic('this machine has no IPv6');
    }
  });

  it('rejects a HOST that is not an address of this machine', async () => {
    await assert.rejects(choosePorts({ PORT: 0, API_PORT: 0 }, '192.0.2.1'), /^LaunchError: HOST is "192\.0\.2\.1"/);
  });
});

/** @param {number} port @param {string} variable */
function portInUse(port, variable) {
  return new RegExp(`^LaunchError: Port ${port} is in use: free it, or set ${variable} to a different port\\.$`);
}

/** @param {string} host @param {(port: number) => Promise<void>} work */
async function withBusyPort(host, work) {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  try {
    await work(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  } finally {
    server.close();
  }
}
