import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { errorTable } from '#contract/errors';
import { startSignIn, startTestDesk } from '../testing/desk.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { formatHead, startSignedInDesk } from '../testing/signed-in-desk.ts';

const fileHeaders = {
  'content-type': 'image/png',
  'content-length': '5',
  etag: '"abc"',
  'accept-ranges': 'bytes',
  'content-disposition': "inline; filename*=UTF-8''photo.png",
};

/** Responds with five bytes and headers, some of which would be dangerous in a browser. */
const respondWithFile =
  (headers: Record<string, string> = {}): FakeApi['respond'] =>
  (_req, res) =>
    void res
      .writeHead(200, {
        ...fileHeaders,
        ...{ 'cache-control': 'public, max-age=600', 'content-security-policy': "script-src 'unsafe-inline'" },
        ...{ 'set-cookie': 'a=b', refresh: '0; url=https://evil.example', 'access-control-allow-origin': '*' },
        ...headers,
      })
      .end('bytes');

const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const framed = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
const navigation = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const asPage = { accept: 'text/html,*/*;q=0.8' };

const attachment = '/files/attachments/12/photo.png';
const paths = [attachment, '/files/mails/7', '/files/mails/7?download=true'];

describe('a file', () => {
  it('200 with the bff’s policies, and only type, length, ETag, ranges and disposition of the API', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    upstream.respond = respondWithFile();
    const { status, headers, text } = await browser.send(attachment, { headers: own });
    assert.deepEqual([status, text, upstream.received[0]?.url], [200, 'bytes', '/v1/attachments/12/content']);
    const { date, connection, 'keep-alive': _, 'x-request-id': __, 'permissions-policy': ___, ...rest } = headers;
    assert.deepEqual(rest, {
      ...fileHeaders,
      'cache-control': 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('is found by its id, regardless of the name in the address', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    upstream.respond = respondWithFile();
    for (const name of ['a', '%00%0a', '..%2f..%2f13', '%F0%9F%8C%9F.png', '.%2e%5c13', 'a%3fb%23c'])
      assert.equal((await browser.send(`/files/attachments/12/${name}`, { headers: own })).status, 200, name);
    assert.deepEqual([...new Set(upstream.received.map(({ url }) => url))], ['/v1/attachments/12/content']);
  });

  it('is a download unless it is a picture without code; with ?download=true every file is a download', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    const read = async (path: string, type: string) => {
      upstream.respond = respondWithFile({ 'content-type': type });
      return (await browser.send(path, { headers: own })).headers['content-disposition'];
    };
    for (const type of ['image/svg+xml', 'text/html', 'application/pdf', 'application/octet-stream'])
      assert.equal(await read(attachment, type), "attachment; filename*=UTF-8''photo.png", type);
    assert.match(String(await read(`${attachment}?download=true`, 'image/png')), /^attachment;/);
    assert.match(String(await read('/files/mails/7?download=true', 'message/rfc822')), /^attachment;/);
  });

  it('206, 304 and HEAD cause one request to the API each', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    upstream.respond = (req, res) => {
      if (req.headers['if-none-match'] === '"abc"') return void res.writeHead(304, { etag: '"abc"' }).end();
      if (req.headers.range === undefined) return void respondWithFile()(req, res);
      const headers = { ...fileHeaders, 'content-length': '2', 'content-range': 'bytes 1-2/5' };
      res.writeHead(206, headers).end('yt');
    };
    const send = (more: Record<string, string>, method = 'GET') =>
      browser.send(attachment, { method, headers: { ...own, ...more } });
    const part = await send({ range: 'bytes=1-2', 'if-range': '"abc"' });
    assert.deepEqual([part.status, part.text, part.headers['content-range']], [206, 'yt', 'bytes 1-2/5']);
    assert.equal(upstream.received[0]?.headers['if-range'], '"abc"');
    const unchanged = await send({ 'if-none-match': '"abc"' });
    assert.deepEqual([unchanged.status, unchanged.headers['cache-control']], [304, 'private, no-cache']);
    // A browser replaces the headers of its cached response with the headers of the 304.
    for (const name of ['content-disposition', 'content-type']) assert.equal(unchanged.headers[name], undefined);
    const head = await send({}, 'HEAD');
    assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', '5']);
    assert.deepEqual(
      upstream.received.map(({ method }) => method),
      ['GET', 'GET', 'HEAD'],
    );
  });

  it('403 for other sites, without a request to the API', async t => {
    const { url, browser, upstream } = await startSignedInDesk(t);
    const rejected: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image', origin: url, referer: `${url}/` },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { referer: 'https://evil.example/' },
      { referer: `${url}.evil.example/` },
      { referer: 'nonsense' },
      { origin: 'null' },
      {},
    ];
    for (const path of paths)
      for (const headers of rejected) {
        const { status, text } = await browser.send(path, { headers });
        assert.deepEqual([status, JSON.parse(text).code], [403, 40302], JSON.stringify(headers));
      }
    assert.equal(upstream.received.length, 0);
  });

  it('200 for pages of the desk and for a person who opens the address', async t => {
    const { url, browser, upstream } = await startSignedInDesk(t);
    upstream.respond = respondWithFile();
    for (const headers of [own, framed, navigation, { referer: `${url}/tickets/1` }, { origin: url }])
      for (const path of paths) assert.equal((await browser.send(path, { headers })).status, 200);
  });

  it('405 with Allow for other methods, 404 for other addresses', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    for (const path of paths)
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await browser.send(path, { method, headers: { ...own, 'x-csrf': '1' } });
        assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], `${method} ${path}`);
      }
    for (const path of [
      ...['/files', '/files/', '/files/attachments/12', '/files/exports/1', '/files/mails/7/raw'],
      ...['/files/mails/..%2fpeople', '/files/attachments/1%3fa/b', '/files/mails/%2e%2e'],
    ])
      assert.equal((await browser.send(path, { headers: own })).status, 404, path);
    assert.equal(upstream.received.length, 0);
  });

  it('is aborted at the API when the browser disconnects, and is sent no faster than the browser reads', async t => {
    const desk = await startSignedInDesk(t);
    const closed = Promise.withResolvers<void>();
    let sent = 0;
    desk.upstream.respond = (_req, res) => {
      res.on('close', closed.resolve);
      const send = () => {
        do sent += 65_536;
        while (!res.destroyed && res.write(Buffer.alloc(65_536)));
      };
      res.on('drain', send).writeHead(200, { 'content-type': 'application/octet-stream' });
      send();
    };
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1').pause();
    t.after(() => socket.destroy());
    socket.on('error', () => {}).write(`${formatHead(desk, `GET ${attachment} HTTP/1.1`)}\r\n`);
    for (let before = -1; before !== sent || sent === 0; await pause(100)) before = sent;
    assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes`);
    socket.destroy();
    await closed.promise;
  });
});

describe('the original of a mail', () => {
  it('200 with a policy that blocks scripts and remote content; remote pictures only on request', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    upstream.respond = respondWithFile({ 'content-type': 'text/html; charset=utf-8' });
    const read = async (query: string) => (await browser.send(`/files/mails/7${query}`, { headers: framed })).headers;
    const policy = (pictures: string) =>
      `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;
    for (const [query, pictures] of [
      ['', 'data:'],
      ['?images=none', 'data:'],
      ['?images=all', 'data:'],
      ['?images=remote', 'data: https:'],
    ] as const) {
      const headers = await read(query);
      assert.equal(headers['content-security-policy'], policy(pictures));
      assert.equal(headers['x-frame-options'], 'SAMEORIGIN');
      assert.equal(headers['cache-control'], 'private, no-cache');
    }
    assert.deepEqual(
      upstream.received.map(({ url }) => url?.split('=')[1]),
      ['none', 'none', 'none', 'remote'],
    );
  });
});

describe('an error response of /files', () => {
  const respondWithError =
    (name: keyof typeof errorTable, description: string, headers = {}): FakeApi['respond'] =>
    (_req, res) => {
      const [code, message] = errorTable[name];
      res.writeHead(Math.floor(code / 100), { 'content-type': 'application/json', ...headers });
      res.end(JSON.stringify({ code, message, description }));
    };

  it('410 as a page without links in a frame, and as JSON for a picture', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    upstream.respond = respondWithError('gone', 'The original was deleted at the end of its retention.');
    const page = await browser.send('/files/mails/7', { headers: { ...framed, ...asPage } });
    assert.equal(page.status, 410);
    assert.match(page.text, /The original was deleted at the end of its retention\./);
    assert.doesNotMatch(page.text, /<a /);
    assert.match(String(page.headers['content-security-policy']), /^sandbox; default-src 'none'; .*ancestors 'self'$/);
    assert.equal(page.headers['x-frame-options'], 'SAMEORIGIN');
    const json = await browser.send(attachment, { headers: own });
    assert.deepEqual([json.status, JSON.parse(json.text).code], [410, 41000]);
    assert.equal(json.headers['content-security-policy']?.includes('sandbox'), false);
  });

  it('has the status of the API and no body for HEAD', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    for (const status of [403, 404, 409, 410, 503]) {
      upstream.respond = (_req, res) => void res.writeHead(status).end();
      const head = await browser.send(attachment, { method: 'HEAD', headers: own });
      assert.deepEqual([head.status, head.text], [status, '']);
    }
  });

  it('409 with Retry-After during the scan of a file, 403 if infected, 503 if the API is unavailable', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    for (const [name, code, retryAfter] of [
      ['attachment_not_scanned', 40912, '5'],
      ['attachment_infected', 40303, undefined],
      ['unavailable', 50300, '5'],
    ] as const) {
      upstream.respond = respondWithError(name, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      const { status, headers, text } = await browser.send(attachment, { headers: own });
      assert.deepEqual(
        [status, JSON.parse(text).code, headers['retry-after']],
        [Math.floor(code / 100), code, retryAfter],
      );
    }
  });

  it('410 and 401 even for a file that the browser has cached', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    for (const name of ['attachment_gone', 'invalid_token'] as const) {
      upstream.respond = respondWithError(name, '');
      const { status } = await browser.send(attachment, { headers: { ...own, 'if-none-match': '"abc"' } });
      assert.equal(status, Math.floor(errorTable[name][0] / 100));
    }
    assert.deepEqual(
      upstream.received.map(({ headers }) => headers['if-none-match']),
      ['"abc"', '"abc"'],
    );
  });

  it('502 for an error that is not in the format of the API', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    for (const body of ['no JSON', '{"code":1}', 'null', 'x'.repeat(100_000)]) {
      upstream.respond = (_req, res) => void res.writeHead(500).end(body);
      assert.equal((await browser.send(attachment, { headers: own })).status, 502, body.slice(0, 20));
    }
  });

  it('401 without a valid session: a page with a sign-in link in a window, a page in a frame, JSON for a picture', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    upstream.respond = respondWithError('invalid_token', 'Revoked.');
    for (const isSignedOut of [false, true]) {
      if (isSignedOut) browser.cookies.clear();
      const window = await browser.send(attachment, { headers: { ...navigation, ...asPage } });
      assert.equal(window.status, 401);
      assert.match(window.text, /href="\/login\?return_to=/);
      const frame = await browser.send('/files/mails/7', { headers: { ...framed, ...asPage } });
      assert.deepEqual([frame.status, /not signed in/.test(frame.text)], [401, true]);
      const picture = await browser.send(attachment, { headers: { ...own, accept: 'image/*,*/*;q=0.8' } });
      assert.deepEqual([picture.status, JSON.parse(picture.text).code], [401, 40100]);
    }
  });

  it('401 links to a sign-in that opens the app', async t => {
    const { browser } = await startTestDesk(t);
    const { text } = await browser.send(attachment, { headers: { ...navigation, ...asPage } });
    const returnTo = /href="\/login\?return_to=([^"]+)"/.exec(text)?.[1] ?? '';
    const callback = await startSignIn({ browser }, decodeURIComponent(returnTo));
    const { headers } = await browser.navigate(callback, 'cross-site');
    // Browsers treat each redirect of a sign-in as a navigation from the authorization server.
    const opened = await browser.navigate(String(headers.location), 'cross-site');
    assert.deepEqual([opened.status, /<title>Stardesk</.test(opened.text)], [200, true]);
  });
});
