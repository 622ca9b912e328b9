import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '#server/config-error';
import { getUnspecifiedAddress } from '#server/environment';
import { readBffConfig } from './config.ts';

describe('the configuration', () => {
  it('has defaults for a trial, even for empty variables', () => {
    assert.deepEqual(readBffConfig({ PUBLIC_URL: '', PORT: '' }), {
      publicUrl: null,
      port: 3000,
      host: '127.0.0.1',
      apiPublicUrl: 'http://localhost:4000',
      apiUrl: 'http://localhost:4000',
      dataDir: './data',
      bffClient: null,
      sessionKeys: null,
      trustProxy: false,
      logLevel: 'info',
      metrics: null,
      shutdownDelayMilliseconds: 0,
    });
  });

  it('listens only on IPv4 addresses if the machine has no IPv6', () => {
    const [ipv4, ipv6] = [{ family: 'IPv4' }, { family: 'IPv6' }];
    assert.equal(getUnspecifiedAddress({ lo: [ipv4, ipv6] }), '::');
    assert.equal(getUnspecifiedAddress({ lo: [ipv4] }), '0.0.0.0');
  });

  it('listens on all interfaces if PUBLIC_URL is set', () => {
    const config = readBffConfig({ PUBLIC_URL: 'https://desk.example/', API_PUBLIC_URL: 'https://api.example/desk/' });
    assert.equal(config.host, getUnspecifiedAddress());
    assert.equal(config.publicUrl, 'https://desk.example');
    assert.equal(config.apiPublicUrl, 'https://api.example/desk');
    assert.equal(config.apiUrl, 'https://api.example/desk');
  });

  it('derives the public API URL from API_PORT, and accepts a plain-http API_URL', () => {
    assert.equal(readBffConfig({ API_PORT: '4100' }).apiPublicUrl, 'http://localhost:4100');
    assert.equal(readBffConfig({ API_URL: 'http://api:4000' }).apiUrl, 'http://api:4000');
  });

  it('accepts several session keys, newest first', () => {
    const [newer, older] = ['22'.repeat(32), '11'.repeat(32)];
    assert.deepEqual(readBffConfig({ SESSION_KEYS: `${newer}, ${older}` }).sessionKeys, [newer, older]);
  });

  it('lists every invalid variable', () => {
    const invalid = {
      PUBLIC_URL: 'http://desk.example',
      PORT: '70000',
      API_PUBLIC_URL: 'ftp://api.example',
      API_URL: 'http://api?x=1',
      SESSION_KEYS: 'short',
      OAUTH_CLIENT_ID: 'stardesk',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'all',
    };
    assert.throws(
      () => readBffConfig(invalid),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        const named = new Set(error.problems.map(problem => problem.split(' ')[0]));
        const { OAUTH_CLIENT_ID, ...fields } = invalid;
        assert.deepEqual([...named].sort(), Object.keys(fields).sort());
        return true;
      },
    );
    assert.throws(() => readBffConfig({ OAUTH_CLIENT_ID: 'stardesk' }), /OAUTH_CLIENT_ID .*set both or neither/);
    const secret = { OAUTH_CLIENT_ID: 'desk', OAUTH_CLIENT_SECRET: 'secret ü' };
    assert.throws(() => readBffConfig(secret), /^ConfigError: OAUTH_CLIENT_SECRET must contain only printable ASCII/);
    assert.throws(() => readBffConfig({ API_PORT: '0' }), /API_PUBLIC_URL is required when API_PORT is 0/);
  });

  it('requires https for a public URL except on this machine, and rejects a path or credentials', () => {
    for (const url of [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'http://desk.localhost',
    ]) {
      assert.equal(readBffConfig({ PUBLIC_URL: url }).publicUrl, url);
    }
    const plain = ['http://localhost.evil.example', 'http://10.0.0.1'];
    for (const url of [...plain, 'https://desk.example/help', 'https://a:b@desk.example', 'desk']) {
      assert.throws(() => readBffConfig({ PUBLIC_URL: url }), /^ConfigError: PUBLIC_URL must (be|not contain)/, url);
    }
  });
});
