import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeal } from '../sessions/seal.ts';
import { createFixedKeys } from '../sessions/session-keys.ts';
import { type CookieBrowser, createCookieBrowser } from '../testing/browser.ts';
import { firstKey } from '../testing/desk.ts';
import { createPersonBrowsers, signInAsAdmin, startRealDesk } from '../testing/real-desk.ts';

/** The headers that must be equal. Link, Location, times and counts differ. */
const comparedHeaders = 'cache-control content-encoding content-length content-range content-type etag vary'.split(' ');

/** Reads the access token of a signed-in browser. */
async function getAccessToken({ cookies }: CookieBrowser): Promise<string> {
  const [, { value } = { value: '' }] = [...cookies].find(([name]) => name.endsWith('.session')) ?? [];
  const { jwe } = JSON.parse(Buffer.from(value, 'base64').toString());
  const session = await createSeal(createFixedKeys([firstKey]), 'session').open(jwe);
  return (session as { access_token: string }).access_token;
}

test('a request through the bff', async t => {
  const desk = await startRealDesk(t);
  const person = createPersonBrowsers(desk.url, desk.api.url);
  await signInAsAdmin(person);
  const { call } = person.desk;
  const token = await getAccessToken(person.desk);
  const directBrowser = createCookieBrowser(desk.api.url);

  /** Sends one request to the API directly and through the bff. */
  const sendBoth = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const direct = await directBrowser.send(`/v1${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    return { direct, proxied: await call(`/api${path}`, { method, headers }) };
  };

  const [{ id }] = JSON.parse((await call('/api/tickets')).text);
  const requests: [path: string, headers: Record<string, string>, method?: string][] = [
    ['/tickets', {}],
    ['/tickets', { 'accept-encoding': 'gzip' }],
    ['/tickets', { 'accept-encoding': 'br' }],
    ['/tickets', { 'accept-encoding': 'gzip, deflate, br, zstd' }],
    ['/tickets', { 'accept-encoding': 'gzip;q=0' }],
    ['/tickets', { 'accept-encoding': 'gzip' }, 'HEAD'],
    [`/tickets/${id}`, { range: 'bytes=0-9' }],
    [`/tickets/${id}`, { range: 'bytes=0-9', 'if-range': '"1"' }],
    ['/tickets/none', { 'accept-encoding': 'gzip' }],
    ['/tickets?sort=nothing', {}],
  ];
  await t.test('returns the same bytes as a direct request, with gzip if accepted and no other coding', async () => {
    for (const [path, headers, method] of requests) {
      const { direct, proxied } = await sendBoth(path, headers, method);
      const request = `${method ?? 'GET'} ${path} ${JSON.stringify(headers)}`;
      assert.equal(proxied.status, direct.status, request);
      for (const name of comparedHeaders)
        assert.equal(proxied.headers[name], direct.headers[name], `${name}: ${request}`);
      assert.ok(proxied.bytes.equals(direct.bytes), request);
      const coding = /gzip(?!;q=0)/.exec(headers['accept-encoding'] ?? '')?.[0];
      if (path === '/tickets') assert.equal(proxied.headers['content-encoding'], coding, request);
    }
  });

  await t.test('304 for the ETag of its earlier response, with gzip or not, and for no other ETag', async () => {
    for (const headers of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
      for (const path of ['/api/tickets', `/api/tickets/${id}`]) {
        const { headers: first } = await call(path, { headers });
        const again = await call(path, { headers: { ...headers, 'if-none-match': String(first.etag) } });
        assert.deepEqual([again.status, again.headers.etag, again.bytes.length], [304, first.etag, 0]);
        const other = await call(path, { headers: { ...headers, 'if-none-match': '"other"' } });
        assert.equal(other.status, 200);
      }
    }
  });
});
