import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestDesk } from '../testing/desk.ts';
import { cookieHeader, sendRaw, startSignedInDesk } from '../testing/signed-in-desk.ts';

describe('/api rejects', () => {
  it('401 without a session', async t => {
    const desk = await startTestDesk(t);
    const response = await desk.browser.call('/api/tickets');
    assert.equal(response.status, 401);
    assert.deepEqual(Object.keys(JSON.parse(response.text)), ['code', 'message', 'description']);
    assert.equal(JSON.parse(response.text).code, 40100);
    assert.equal(response.headers['cache-control'], 'no-store');
  });

  const elsewhere = [
    '/api',
    '/api/',
    '/api/oauth/token',
    '/api/nothing',
    '/api/Tickets',
    '/api//tickets',
    '/api/../oauth/token',
    '/api/tickets/../oauth/token',
    '/api/tickets/%2e%2e/oauth/token',
    '/api/tickets/..%2f..%2foauth/token',
    '/api/tickets/%2E%2E%5coauth',
    '/api/tickets/%00',
    '/api/tickets/%0d%0aHost:%20evil.example',
    '/api/tickets/./1',
    '/api/tickets//1',
    '/api/tickets/%zz',
    '/api/%74ickets',
  ];
  for (const path of elsewhere) {
    it(`404 for ${path} without a request to the API`, async t => {
      const desk = await startSignedInDesk(t);
      const request = [
        `GET ${path} HTTP/1.1`,
        'Host: desk',
        `Cookie: ${cookieHeader(desk)}`,
        'X-CSRF: 1',
        'Sec-Fetch-Site: same-origin',
        'Connection: close',
      ];
      const response = await sendRaw(desk.url, `${request.join('\r\n')}\r\n\r\n`);
      assert.match(response, /^HTTP\/1\.1 404 /);
      assert.match(response, /"code": 40400/);
      assert.equal(desk.upstream.received.length, 0);
    });
  }

  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND']) {
    it(`405 with Allow for ${method}`, async t => {
      const desk = await startSignedInDesk(t);
      const response = await desk.browser.call('/api/tickets', { method });
      assert.equal(response.status, 405);
      assert.deepEqual(String(response.headers.allow).split(', ').sort(), [
        'DELETE',
        'GET',
        'HEAD',
        'PATCH',
        'POST',
        'PUT',
      ]);
    });
  }
});
