import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, test } from 'node:test';
import express from 'express';
import { type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import { listenDuringTest } from '#server/testing/listen';
import { writeErrors } from './errors.ts';
import { createBffLog, logRequests } from './log.ts';
import { pagePolicy } from './pages/html-page.ts';
import * as problems from './problems.ts';
import { createCookieBrowser } from './testing/browser.ts';
import { startSignIn, startTestDesk } from './testing/desk.ts';

const cause = new Error('an internal secret');

/** Errors of the bff, and other values that may be thrown. */
const thrown: Record<string, { error: unknown; name: ErrorName; headers?: Record<string, string> }> = {
  'a missing session': {
    error: problems.notSignedIn(),
    name: 'no_token',
    headers: { 'www-authenticate': 'Bearer realm="Stardesk"' },
  },
  'a cross-site request': { error: problems.crossOrigin('It comes from elsewhere.'), name: 'cross_origin' },
  'an unknown address': { error: problems.noRoute(), name: 'no_route' },
  'an unsupported method': {
    error: problems.unsupportedMethod(['GET', 'HEAD']),
    name: 'method_not_allowed',
    headers: { allow: 'GET, HEAD' },
  },
  'a body that is too large': { error: problems.tooLarge(1000), name: 'too_large' },
  'an outage': { error: problems.upstreamUnavailable(cause), name: 'unavailable', headers: { 'retry-after': '2' } },
  'an aborted API response': { error: problems.upstreamFailed(cause), name: 'upstream_failed' },
  'a slow API response': { error: problems.upstreamTimedOut(cause), name: 'upstream_timeout' },
  'a path that cannot be decoded': {
    error: Object.assign(new URIError('an internal secret'), { status: 400 }),
    name: 'bad_request',
  },
  'an unexpected error': { error: cause, name: 'internal' },
  'a value that is not an Error': { error: 'an internal secret', name: 'internal' },
};

const requests = {
  fetched: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', accept: '*/*' },
  navigated: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' },
  framed: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', accept: 'text/html,*/*;q=0.8' },
  loaded: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', accept: 'image/avif,*/*;q=0.8' },
  'sent by an old browser': { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  'sent by a program': { accept: '*/*' },
  'sent by a program that accepts JSON': { accept: 'application/json, text/html' },
};

test('errors of the bff', async t => {
  const app = express();
  app.use(logRequests(createBffLog('silent')));
  app.use((req, _res, next) => next(thrown[decodeURIComponent(req.path.split('/').at(-1) ?? '')]?.error));
  app.use('/api', writeErrors({ pages: false }));
  app.use(writeErrors({ pages: true }));
  const browser = createCookieBrowser(await listenDuringTest(t, createServer(app)));

  for (const [title, { name, headers = {} }] of Object.entries(thrown)) {
    const [code, message] = errorTable[name];
    await t.test(`${title} is a page for navigation, and JSON for programs and under /api`, async () => {
      for (const [how, sent] of Object.entries(requests)) {
        for (const prefix of ['', '/api']) {
          const response = await browser.send(`${prefix}/${encodeURIComponent(title)}`, { headers: sent });
          assert.equal(response.status, getErrorStatus(name), how);
          assert.equal(response.headers['cache-control'], 'no-store');
          assert.match(String(response.headers['x-request-id']), /^[\da-f-]{36}$/);
          assert.equal(response.headers.location, undefined, 'never a redirect');
          for (const [field, value] of Object.entries(headers)) assert.equal(response.headers[field], value);
          assert.doesNotMatch(response.text, /secret|\.ts/);
          if (sent.accept.startsWith('text/html') && prefix === '') {
            assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
            assert.equal(response.headers['content-security-policy'], pagePolicy);
            assert.match(response.text, /<h1>[A-Z][^<]+<\/h1>\s*<p class="lead">[A-Z][^<]+\.<\/p>/);
            assert.match(response.text, /<a href="\/">Go to Stardesk<\/a>/);
          } else {
            assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
            const { description, ...rest } = JSON.parse(response.text);
            assert.deepEqual(rest, { code, message });
            assert.match(description, /^[A-Z].+\.$/);
          }
        }
      }
    });
  }
});

/** The methods of every address except `/files` (see serve-file.test.ts). */
const allowedMethods = {
  '/healthz': ['GET', 'HEAD'],
  '/readyz': ['GET', 'HEAD'],
  '/login': ['GET'],
  '/auth': ['GET'],
  '/session': ['GET', 'HEAD'],
  '/logout': ['POST'],
  '/tickets': ['GET', 'HEAD'],
  '/api/tickets': ['GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'DELETE'],
};

describe('the request pipeline of the bff', () => {
  it('405 with Allow for every unsupported method, without using the authorization code', async t => {
    const desk = await startTestDesk(t);
    const callback = await startSignIn(desk);
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    for (const [path, allowed] of Object.entries(allowedMethods)) {
      for (const method of methods) {
        const isAllowed = allowed.includes(method);
        const target = path === '/auth' && !isAllowed ? callback : path;
        const { status, headers } = await desk.browser.call(target, { method });
        assert.equal(status === 405, !isAllowed, `${method} ${path}`);
        if (!isAllowed) assert.deepEqual(String(headers.allow).split(', ').sort(), allowed.toSorted(), path);
      }
    }
    assert.equal((await desk.browser.navigate(callback, 'cross-site')).status, 303);
  });

  it('404 is a page for a navigation; 403 under /api is JSON, even for a navigation', async t => {
    const { browser } = await startTestDesk(t);
    const missing = await browser.navigate('/assets/gone.js');
    assert.deepEqual([missing.status, /<h1>Page not found</.test(missing.text)], [404, true]);
    assert.equal(JSON.parse((await browser.navigate('/api/tickets')).text).code, 40302);
  });

  it('500 with only the request id for a cookie that browsers would drop; the log has the details', async t => {
    const desk = await startTestDesk(t);
    const tokens = { access_token: 'a'.repeat(4000), refresh_token: 'r', token_type: 'bearer', expires_in: 600 };
    desk.upstream.respondToToken = () => ({ status: 200, body: tokens });
    const response = await desk.browser.navigate(await startSignIn(desk), 'cross-site');
    assert.equal(response.status, 500);
    assert.equal(desk.browser.cookies.size, 0);
    assert.match(response.text, /<h1>Something went wrong<\/h1>/);
    assert.ok(response.text.includes(`<code>request id: ${response.headers['x-request-id']}</code>`));
    assert.doesNotMatch(response.text, /bytes|cookie|\.ts/);
    assert.match(desk.readLog(), /"level":50.*the session cookie would be \d+ bytes.*unexpected error/);
  });
});
