import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import express from 'express';
import { type ErrorName, errorTable, getErrorStatus } from '#contract/errors';
import { listenDuringTest } from '#server/testing/listen';
import { writeErrors } from './errors.ts';
import { createBffLog, logRequests } from './log.ts';
import { pagePolicy } from './pages/html-page.ts';
import * as problems from './problems.ts';
import { createCookieBrowser } from './testing/browser.ts';

const cause = new Error('an internal secret');

/** Every error of the bff, and other values that may be thrown. */
const thrown: Record<string, { error: unknown; name: ErrorName; headers?: Record<string, string> }> = {
  'a missing session': {
    error: problems.notSignedIn(),
    name: 'no_token',
    headers: { 'www-authenticate': 'Bearer realm="Stardesk"' },
  },
  'another site': { error: problems.crossSite('It comes from elsewhere.'), name: 'cross_site' },
  'an unknown address': { error: problems.noRoute(), name: 'no_route' },
  'another method': {
    error: problems.unsupportedMethod(['GET', 'HEAD']),
    name: 'method_not_allowed',
    headers: { allow: 'GET, HEAD' },
  },
  'a large body': { error: problems.tooLarge(1000), name: 'too_large' },
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

const takesPage = ({ accept }: { accept: string }) => accept.startsWith('text/html');

test('an error', async t => {
  const app = express();
  app.use(logRequests(createBffLog('silent')));
  app.use((req, _res, next) => next(thrown[decodeURIComponent(req.path.split('/').at(-1) ?? '')]?.error));
  app.use('/api', writeErrors({ pages: false }));
  app.use(writeErrors({ pages: true }));
  const browser = createCookieBrowser(await listenDuringTest(t, createServer(app)));

  for (const [title, { name, headers = {} }] of Object.entries(thrown)) {
    const [code, message] = errorTable[name];
    for (const [how, sent] of Object.entries(requests)) {
      for (const prefix of ['', '/api']) {
        const isPage = takesPage(sent) && prefix === '';
        await t.test(`${title}, ${how}${prefix && ' under /api'}, is ${isPage ? 'a page' : 'JSON'}`, async () => {
          const response = await browser.send(`${prefix}/${encodeURIComponent(title)}`, { headers: sent });
          assert.equal(response.status, getErrorStatus(name));
          assert.equal(response.headers['cache-control'], 'no-store');
          assert.match(String(response.headers['x-request-id']), /^[\da-f-]{36}$/);
          assert.equal(response.headers.location, undefined, 'never a redirect');
          for (const [field, value] of Object.entries(headers)) assert.equal(response.headers[field], value);
          assert.doesNotMatch(response.text, /secret|\.ts/);
          if (isPage) {
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
        });
      }
    }
  }
});
