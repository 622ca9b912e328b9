import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { createTestLog, startTestDesk, type TestDesk } from './testing/desk.ts';
import {
  downApiUrl,
  formatHead,
  sendRaw,
  startSignedInDesk,
  startSignedInDeskWithApi,
} from './testing/signed-in-desk.ts';

const entry = z.object({
  level: z.number(),
  msg: z.string(),
  req: z.object({ id: z.string(), method: z.string(), path: z.string() }).optional(),
  res: z.object({ status: z.number().nullable() }).optional(),
  responseTime: z.number().optional(),
});

function findLines(desk: TestDesk, path: string) {
  const lines = desk.readLog().split('\n').filter(Boolean);
  return lines.map(line => entry.parse(JSON.parse(line))).filter(({ req, res }) => req?.path === path && res);
}

const levels = { info: 30, warn: 40, error: 50 };

describe('the log', () => {
  it('contains one line per request with only its id, method, path, status and time', async t => {
    const desk = await startSignedInDesk(t);
    const headers = { authorization: 'Bearer of-the-browser', referer: `${desk.url}/?secret` };
    const response = await desk.browser.call('/api/tickets?q=a-secret-search', { headers });
    const [line, ...others] = findLines(desk, '/api/tickets');
    assert.deepEqual(others, []);
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

  it('contains the request id that the API gets: the client’s id if it is valid', async t => {
    const desk = await startSignedInDesk(t);
    const requestIds = { 'a-number-of-mine.7': true, short: false, 'a b c d e f g h': false, ['x'.repeat(65)]: false };
    for (const [id, isAccepted] of Object.entries(requestIds)) {
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

  it('marks a request as aborted if its browser disconnects, and aborts the API request', async t => {
    const desk = await startSignedInDesk(t, { timeouts: { headers: 0 } });
    const [arrived, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    desk.upstream.respond = (_req, res) => {
      res.on('close', closed.resolve);
      arrived.resolve();
    };
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    socket.write(`${formatHead(desk, 'GET /api/tickets/1 HTTP/1.1')}\r\n`);
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
    const desk = await startSignedInDeskWithApi(t, downApiUrl);
    await desk.browser.navigate('/login');
    await desk.browser.call('/api/tickets');
    const [login, proxy] = [
      /"code":"ECONNREFUSED".*sign-in failed because the API is unavailable: check API_URL and that the API is running/,
      /"reason":"ECONNREFUSED","msg":"the API is unreachable: check API_URL and that the API is running"/,
    ];
    assert.match(desk.readLog(), login);
    assert.match(desk.readLog(), proxy);
    assert.doesNotMatch(desk.readLog(), /stack/);
  });

  it('contains only the truncated path, without origin, query (also after %3F) or customer address', async t => {
    const desk = await startTestDesk(t);
    const fields = 'Host: desk\r\nConnection: close\r\n\r\n';
    await sendRaw(desk.url, `GET https://somebody:a-secret@desk.example/tickets/7?a=b HTTP/1.1\r\n${fields}`);
    assert.equal(findLines(desk, '/tickets/7').length, 1);
    await desk.browser.navigate('/auth%3Fcode=a-secret-code&state=a-secret-state');
    assert.equal(findLines(desk, '/auth').length, 1);
    await desk.browser.call('/api/customers/somebody%40desk.example');
    assert.equal(findLines(desk, '/api/customers/…').length, 1);
    assert.doesNotMatch(desk.readLog(), /somebody|a-secret|desk\.example/);
    await desk.browser.send(`/${'x'.repeat(20_000)}`);
    assert.ok(desk.readLog().length < 10_000);
  });

  it('follows LOG_LEVEL and omits the secret members of errors', () => {
    const { log, readLog } = createTestLog('warn');
    log.info('quiet');
    const cause = Object.assign(new Error('inner'), { payload: 'a-secret' });
    log.warn({ err: Object.assign(new Error('outer', { cause }), { code: 'E_OUT', claims: 'a-secret' }) }, 'loud');
    assert.match(readLog(), /"type":"Error","code":"E_OUT","message":"outer"/);
    assert.doesNotMatch(readLog(), /quiet|a-secret|inner/);
  });
});
