import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { createBffLog } from './log.ts';
import { startTestDesk, type TestDesk } from './testing/desk.ts';
import { cookieHeader, sendRaw, startSignedInDesk, startSignedInDeskWithApi } from './testing/signed-in-desk.ts';

const entry = z.object({
  level: z.number(),
  msg: z.string(),
  req: z.object({ id: z.string(), method: z.string(), path: z.string() }).optional(),
  res: z.object({ status: z.number().nullable() }).optional(),
  responseTime: z.number().optional(),
});

const readEntries = (desk: TestDesk) =>
  desk
    .readLog()
    .split('\n')
    .filter(Boolean)
    .map(line => entry.parse(JSON.parse(line)));

/** Returns the request lines of the path. */
const findLines = (desk: TestDesk, path: string) =>
  readEntries(desk).filter(({ req, res }) => req?.path === path && res);

const levels = { info: 30, warn: 40, error: 50 };

describe('the log', () => {
  it('has one line per request with only its id, method, path, status and time', async t => {
    const desk = await startSignedInDesk(t);
    const headers = { authorization: 'Bearer of-the-browser', referer: `${desk.url}/?secret` };
    const response = await desk.browser.call('/api/tickets?q=a-secret-search', { headers });
    const lines = findLines(desk, '/api/tickets');
    assert.equal(lines.length, 1);
    const [line] = lines;
    assert.deepEqual(line?.req, { id: response.headers['x-request-id'], method: 'GET', path: '/api/tickets' });
    assert.deepEqual([line?.res, line?.level, line?.msg], [{ status: 200 }, levels.info, 'request completed']);
    assert.equal(typeof line?.responseTime, 'number');
    assert.doesNotMatch(desk.readLog(), /secret-search|of-the-browser|referer|cookie/i);
  });

  it('uses level error only for 5xx', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (_req, res) => void res.writeHead(500).end();
    await desk.browser.call('/api/tickets');
    await desk.browser.call('/api/nothing');
    const [failed] = findLines(desk, '/api/tickets');
    assert.deepEqual([failed?.level, failed?.msg], [levels.error, 'request failed']);
    assert.equal(findLines(desk, '/api/nothing')[0]?.level, levels.info);
  });

  it('has the request id that the API gets, from the client if it is valid', async t => {
    const desk = await startSignedInDesk(t);
    const given = { 'a-number-of-mine.7': true, short: false, 'a b c d e f g h': false, ['x'.repeat(65)]: false };
    for (const [id, isAccepted] of Object.entries(given)) {
      for (const path of ['/api/tickets', '/session']) {
        desk.upstream.received.length = 0;
        const response = await desk.browser.call(path, { headers: { 'x-request-id': id } });
        const sent = response.headers['x-request-id'];
        assert.equal(sent === id, isAccepted, id);
        assert.match(String(sent), /^[\w.-]{8,64}$/);
        assert.equal(desk.upstream.received[0]?.headers['x-request-id'], sent);
        assert.equal(findLines(desk, path).at(-1)?.req?.id, sent);
      }
    }
  });

  it('marks requests whose browser disconnected as aborted', async t => {
    const desk = await startSignedInDesk(t);
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    desk.upstream.respond = (_req, res) => {
      res.on('close', closed.resolve);
      arrived.resolve();
    };
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    const fields = `Host: desk\r\nCookie: ${cookieHeader(desk)}\r\nX-CSRF: 1\r\nSec-Fetch-Site: same-origin\r\n\r\n`;
    socket.write(`GET /api/tickets/1 HTTP/1.1\r\n${fields}`);
    await arrived.promise;
    socket.destroy();
    await Promise.all([closed.promise, once(socket, 'close')]);
    const [line] = findLines(desk, '/api/tickets/1');
    assert.deepEqual([line?.msg, line?.res, line?.level], ['request aborted', { status: null }, levels.info]);
  });

  it('omits probes', async t => {
    for (const apiUrl of [undefined, 'http://127.0.0.1:1']) {
      const { browser, readLog } = await startTestDesk(t, { ...(apiUrl && { apiUrl }) });
      await browser.send('/healthz');
      await browser.send('/readyz?from=a-balancer');
      assert.equal(readLog(), '');
    }
  });

  it('explains why a request failed while the API is down, without a stack', async t => {
    const desk = await startSignedInDeskWithApi(t, 'http://127.0.0.1:1');
    await desk.browser.navigate('/login');
    await desk.browser.call('/api/tickets');
    assert.match(
      desk.readLog(),
      /"code":"ECONNREFUSED".*sign-in failed because the API is unavailable: check that it runs/,
    );
    assert.match(
      desk.readLog(),
      /"reason":"ECONNREFUSED","msg":"the API is unreachable: check that it runs and API_URL"/,
    );
    assert.doesNotMatch(desk.readLog(), /stack/);
  });

  it('has only the path of an absolute URL', async t => {
    const desk = await startSignedInDesk(t);
    const fields = 'Host: desk\r\nConnection: close\r\n\r\n';
    await sendRaw(desk.url, `GET https://somebody:a-password@desk.example/tickets/7?a=b HTTP/1.1\r\n${fields}`);
    assert.equal(findLines(desk, '/tickets/7').length, 1);
    assert.doesNotMatch(desk.readLog(), /somebody|a-password|desk\.example/);
  });

  it('omits a query with an encoded question mark', async t => {
    const desk = await startSignedInDesk(t);
    const before = findLines(desk, '/auth').length;
    await desk.browser.navigate('/auth%3Fcode=a-secret-code&state=a-secret-state');
    assert.equal(findLines(desk, '/auth').length, before + 1);
    assert.doesNotMatch(desk.readLog(), /a-secret/);
  });

  it('truncates long paths', async t => {
    const desk = await startSignedInDesk(t);
    await desk.browser.send(`/${'x'.repeat(20_000)}`);
    assert.ok(desk.readLog().length < 10_000);
  });

  it('follows LOG_LEVEL and omits the secret members of errors', () => {
    let written = '';
    const log = createBffLog(
      'warn',
      new PassThrough().on('data', line => (written += line)),
    );
    log.info('quiet');
    const cause = Object.assign(new Error('inner'), { payload: 'a-secret' });
    log.warn({ err: Object.assign(new Error('outer', { cause }), { code: 'E_OUT', claims: 'a-secret' }) }, 'loud');
    assert.match(written, /"type":"Error","code":"E_OUT","message":"outer"/);
    assert.doesNotMatch(written, /quiet|a-secret|inner/);
  });
});
