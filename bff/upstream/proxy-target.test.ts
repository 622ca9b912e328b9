import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestDesk } from '../testing/desk.ts';
import { formatHead, sendRaw, startSignedInDesk } from '../testing/signed-in-desk.ts';

describe('/api', () => {
  it('401 without a session', async t => {
    const { browser } = await startTestDesk(t);
    const response = await browser.call('/api/tickets');
    assert.deepEqual([response.status, JSON.parse(response.text).code], [401, 40100]);
    assert.equal(response.headers['cache-control'], 'no-store');
  });

  const rejectedPaths = [
    ...['/api', '/api/', '/api/oauth/token', '/api/nothing', '/api/Tickets', '/api//tickets', '/api//session'],
    ...['/api/../oauth/token', '/api/tickets/../oauth/token', '/api/tickets/../../session', '/api/%2e%2e/session'],
    ...['/api/tickets/%2e%2e/oauth/token', '/api/tickets/..%2f..%2foauth/token', '/api/tickets/%2E%2E%5coauth'],
    ...['/api/tickets/%00', '/api/tickets/%0d%0aHost:%20evil.example', '/api/tickets/./1', '/api/tickets//1'],
    ...['/api/tickets/%zz', '/api/%74ickets'],
  ];
  it('404 for an unknown or unsafe path, without a request to the API', async t => {
    const desk = await startSignedInDesk(t);
    for (const path of rejectedPaths) {
      const request = `${formatHead(desk, `GET ${path} HTTP/1.1`)}Connection: close\r\n\r\n`;
      assert.match(await sendRaw(desk.url, request), /^HTTP\/1\.1 404 [\s\S]*"code": 40400/, path);
    }
    assert.equal(desk.upstream.received.length, 0);
  });
});
