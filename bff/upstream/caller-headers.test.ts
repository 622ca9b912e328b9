import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TrustedProxies } from '#server/trusted-proxies';
import { startSignedInDesk } from '../testing/signed-in-desk.ts';

describe('the client address that the API gets', () => {
  const forgedHeaders = {
    'x-forwarded-for': '192.0.2.1, 192.0.2.2',
    forwarded: 'for=192.0.2.3',
    'x-real-ip': '192.0.2.4',
  };
  const addresses: [trustProxy: TrustedProxies, address: string][] = [
    [false, '127.0.0.1'],
    [1, '192.0.2.2'],
    [2, '192.0.2.1'],
    ['loopback', '192.0.2.2'],
    ['loopback,192.0.2.0/24', '192.0.2.1'],
    ['10.0.0.0/8', '127.0.0.1'],
  ];
  for (const [trustProxy, address] of addresses) {
    it(`is ${address} if TRUST_PROXY is ${trustProxy || 'unset'}, regardless of other headers`, async t => {
      const desk = await startSignedInDesk(t, { trustProxy });
      for (const path of ['/api/tickets', '/session']) {
        assert.equal((await desk.browser.call(path, { headers: forgedHeaders })).status, 200);
        const sent = desk.upstream.received.at(-1)?.headers;
        assert.equal(sent?.['x-forwarded-for'], address);
        assert.equal(sent?.forwarded ?? sent?.['x-real-ip'], undefined);
      }
    });
  }
});
