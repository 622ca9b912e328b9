import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { createLog } from './log.ts';
import { type Desk, startDesk } from './testing/desk.ts';
import { cookieHeader, sendRaw, startSignedIn, startSignedInBefore } from './testing/signed-in-desk.ts';

const entry = z.object({
  level: z.number(),
  msg: z.string(),
  req: z.object({ id: z.string(), method: z.string(), path: z.string() }).optional(),
  res: z.object({ status: z.number().nullable() }).optional(),
  responseTime: z.number().optional(),
});

const entriesOf = (desk: Desk) =>
  desk
    .logged()
    .split('\n')
    .filter(Boolean)
    .map(line => entry.parse(JSON.parse(line)));

/** The lines that end a request to the path. */
const linesOf = (desk: Desk, path: string) => entriesOf(desk).filter(({ req, res }) => req?.path === path && res);

const levels = { info: 30, warn: 40, error: 50 };

describe('the log', () => {
  it('has one line a request: its number, method, path, status and time, and nothing else of it', async t => {
    const desk = await startSignedIn(t);
    const headers = { authorization: 'Bearer of-the-browser', referer: `${desk.url}/?secret` };
    const answer = await desk.browser.call('/api/tickets?q=a-secret-search', { headers });
    const lines = linesOf(desk, '/api/tickets');
    assert.equal(lines.length, 1);
    const [line] = lines;
    assert.deepEqual(line?.req, { id: answer.headers['x-request-id'], method: 'GET', path: '/api/tickets' });
    assert.deepEqual([line?.res, line?.level, line?.msg], [{ status: 200 }, levels.info, 'request completed']);
    assert.equal(typeof line?.responseTime, 'number');
    assert.doesNotMatch(desk.logged(), /secret-search|of-the-browser|referer|cookie/i);
  });

  it('tells by its level whose fault it was', async t => {
    const desk = await startSignedIn(t);
    desk.upstream.answer = (_req, res) => void res.writeHead(500).end();
    await desk.browser.call('/api/tickets');
    await desk.browser.call('/api/nothing');
    const [failed] = linesOf(desk, '/api/tickets');
    assert.deepEqual([failed?.level, failed?.msg], [levels.error, 'request failed']);
    assert.equal(linesOf(desk, '/api/nothing')[0]?.level, levels.info);
  });

  it('holds the same number as the API is told, the caller’s own if it is well formed', async t => {
    const desk = await startSignedIn(t);
    const given = { 'a-number-of-mine.7': true, short: false, 'a b c d e f g h': false, ['x'.repeat(65)]: false };
    for (const [id, isKept] of Object.entries(given)) {
      for (const path of ['/api/tickets', '/session']) {
        desk.upstream.received.length = 0;
        const answer = await desk.browser.call(path, { headers: { 'x-request-id': id } });
        const told = answer.headers['x-request-id'];
        assert.equal(told === id, isKept, id);
        assert.match(String(told), /^[\w.-]{8,64}$/);
        assert.equal(desk.upstream.received[0]?.headers['x-request-id'], told);
        assert.equal(linesOf(desk, path).at(-1)?.req?.id, told);
      }
    }
  });

  it('tells a request whose browser left from one that was answered', async t => {
    const desk = await startSignedIn(t);
    const arrived = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    desk.upstream.answer = (_req, res) => {
      res.on('close', gone.resolve);
      arrived.resolve();
    };
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    const fields = `Host: desk\r\nCookie: ${cookieHeader(desk)}\r\nX-CSRF: 1\r\nSec-Fetch-Site: same-origin\r\n\r\n`;
    socket.write(`GET /api/tickets/1 HTTP/1.1\r\n${fields}`);
    await arrived.promise;
    socket.destroy();
    await Promise.all([gone.promise, once(socket, 'close')]);
    const [line] = linesOf(desk, '/api/tickets/1');
    assert.deepEqual([line?.msg, line?.res, line?.level], ['request aborted', { status: null }, levels.info]);
  });

  it('says nothing of probes', async t => {
    for (const apiUrl of [undefined, 'http://127.0.0.1:1']) {
      const { browser, logged } = await startDesk(t, { ...(apiUrl && { apiUrl }) });
      await browser.send('/healthz');
      await browser.send('/readyz?from=a-balancer');
      assert.equal(logged(), '');
    }
  });

  it('says why a request failed at an API that is down, and what to check, without a stack', async t => {
    const desk = await startSignedInBefore(t, 'http://127.0.0.1:1');
    await desk.browser.navigate('/login');
    await desk.browser.call('/api/tickets');
    assert.match(
      desk.logged(),
      /"code":"ECONNREFUSED".*nobody can sign in, as the API cannot be used: check that it runs/,
    );
    assert.match(
      desk.logged(),
      /"reason":"ECONNREFUSED","msg":"the API is not reachable: check that it runs, and API_URL"/,
    );
    assert.doesNotMatch(desk.logged(), /stack/);
  });

  it('holds the path alone of a target that is a whole URL', async t => {
    const desk = await startSignedIn(t);
    const fields = 'Host: desk\r\nConnection: close\r\n\r\n';
    await sendRaw(desk.url, `GET https://somebody:a-password@desk.example/tickets/7?a=b HTTP/1.1\r\n${fields}`);
    assert.equal(linesOf(desk, '/tickets/7').length, 1);
    assert.doesNotMatch(desk.logged(), /somebody|a-password|desk\.example/);
  });

  it('holds nothing of a query whose question mark was coded on the way', async t => {
    const desk = await startSignedIn(t);
    const before = linesOf(desk, '/auth').length;
    await desk.browser.navigate('/auth%3Fcode=a-secret-code&state=a-secret-state');
    assert.equal(linesOf(desk, '/auth').length, before + 1);
    assert.doesNotMatch(desk.logged(), /a-secret/);
  });

  it('holds a path without its end when it is longer than any of ours', async t => {
    const desk = await startSignedIn(t);
    await desk.browser.send(`/${'x'.repeat(20_000)}`);
    assert.ok(desk.logged().length < 10_000);
  });

  it('is as loud as LOG_LEVEL says, and shows of an error nothing that may be secret', () => {
    let written = '';
    const log = createLog(
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
