import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseHost, planAddresses } from './addresses.mjs';

const ports = { PORT: 3001, API_PORT: 4001 };
/** @param {NodeJS.ProcessEnv} env */
const plan = env => planAddresses(env, ports, '/desk');

describe('planAddresses', () => {
  it('gives both servers the same loopback addresses by default, and adds sample data', () => {
    const { api, bff } = plan({});
    assert.equal(api.SAMPLE_DATA, 'on');
    for (const env of [api, bff]) {
      assert.equal(env.HOST, '127.0.0.1');
      assert.equal(env.PUBLIC_URL, 'http://localhost:3001');
      assert.equal(env.API_PUBLIC_URL, 'http://localhost:4001');
      assert.equal(env.API_URL, 'http://127.0.0.1:4001');
      assert.equal(env.PORT, '3001');
      assert.equal(env.API_PORT, '4001');
      assert.equal(env.DATA_DIR, '/desk/data');
      assert.equal(env.NODE_ENV, 'production');
    }
  });

  it('listens on all interfaces for a public desk, without sample data unless requested', () => {
    const { api, readyUrls } = plan({ PUBLIC_URL: 'https://desk.example.com' });
    assert.equal(api.HOST, chooseHost({ PUBLIC_URL: 'https://desk.example.com' }));
    assert.equal(api.SAMPLE_DATA, 'off');
    assert.deepEqual(readyUrls, ['http://127.0.0.1:4001/readyz', 'http://127.0.0.1:3001/readyz']);
    assert.equal(plan({ PUBLIC_URL: 'https://desk.example.com', SAMPLE_DATA: 'on' }).api.SAMPLE_DATA, 'on');
  });

  it('listens only on IPv4 addresses if the machine has no IPv6', () => {
    const env = { PUBLIC_URL: 'https://desk.example.com' };
    const [ipv4, ipv6] = [{ family: 'IPv4' }, { family: 'IPv6' }];
    assert.equal(chooseHost(env, { lo: [ipv4, ipv6], eth0: [ipv4] }), '::');
    assert.equal(chooseHost(env, { lo: [ipv4], eth0: [ipv4] }), '0.0.0.0');
    assert.equal(chooseHost({ ...env, HOST: '::' }, { lo: [ipv4] }), '::');
  });

  it('supports an API under a path prefix and on an IPv6 address, and passes on an invalid URL', () => {
    const { bff, readyUrls } = plan({ API_PUBLIC_URL: 'https://example.com/desk-api/', HOST: '::1' });
    assert.equal(readyUrls[0], 'http://[::1]:4001/desk-api/readyz');
    assert.equal(bff.API_URL, 'http://[::1]:4001/desk-api');
    assert.equal(
      plan({ API_PUBLIC_URL: 'nonsense' }).api.API_PUBLIC_URL,
      'nonsense',
      'the servers report the invalid value',
    );
  });

  it('lowers a log level above info to info, at which the API logs the new administrator', () => {
    for (const [given, expected] of Object.entries({ error: 'info', debug: 'debug', nonsense: 'nonsense' })) {
      assert.equal(plan({ LOG_LEVEL: given }).api.LOG_LEVEL, expected);
    }
    assert.equal(plan({}).api.LOG_LEVEL, 'info');
  });

  it('hides from each server the secrets that only the other server needs', () => {
    const { api, bff } = plan({
      DATABASE_URL: 'postgres://',
      ADMIN_PASSWORD: 'secret',
      SESSION_KEYS: 'key',
      SECRET_KEYS: 'seal',
      LANG: 'C',
    });
    assert.deepEqual([api.ADMIN_PASSWORD, api.SESSION_KEYS, api.LANG], ['secret', undefined, 'C']);
    assert.deepEqual([bff.DATABASE_URL, bff.ADMIN_PASSWORD, bff.LANG], [undefined, undefined, 'C']);
    assert.deepEqual([bff.SESSION_KEYS, bff.SECRET_KEYS, api.SECRET_KEYS], ['key', undefined, 'seal']);
  });
});
