import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startServerDuringTest } from '#server/testing/server-process';
import type { TrustedProxies } from '#server/trusted-proxies';
import { makeDirectory } from '../testing/desk.ts';
import { apiEnvironment } from '../testing/real-desk.ts';
import { startSignedInDesk, startSignedInDeskWithApi } from '../testing/signed-in-desk.ts';

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

  it('limits failed requests by browser if the API’s TRUST_PROXY names the bff', async t => {
    const limits = { TRUST_PROXY: 'loopback', RATE_LIMIT_IP_PER_MINUTE: '2' };
    const api = await startServerDuringTest(t, 'api/main.ts', {
      ...apiEnvironment('http://localhost:1', makeDirectory(t)),
      ...limits,
    });
    // The session is from a different server, so this API rejects its token.
    const desk = await startSignedInDeskWithApi(t, api.url, { trustProxy: 'loopback' });
    const callFrom = async (address: string) =>
      (await desk.browser.call('/api/tickets', { headers: { 'x-forwarded-for': address } })).status;
    assert.deepEqual(
      [await callFrom('192.0.2.1'), await callFrom('192.0.2.1'), await callFrom('192.0.2.1')],
      [401, 401, 429],
    );
    assert.equal(await callFrom('192.0.2.2'), 401);
  });
});
