import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Gist, Ticket } from '#contract';
import { type TestApi, withApi } from '../testing/api.ts';

/** A client's validators for a ticket at version 2, updated ten seconds ago. */
type Copy = { url: string; etag: string; gzipEtag: string; date: number };

const createCopy = async ({ clock, call }: TestApi): Promise<Copy> => {
  const url = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'One' } })).body.url;
  clock.advance(10_000);
  await call('PATCH', url, { body: { subject: 'Two' } });
  const getEtag = async (coding: string) =>
    (await call('GET', url, { headers: { 'Accept-Encoding': coding } })).headers.get('etag') ?? '';
  const copy = { url, etag: await getEtag('identity'), gzipEtag: await getEtag('gzip'), date: clock.now() };
  clock.advance(10_000);
  return copy;
};

const toHttpDate = (time: number) => new Date(time).toUTCString();

type Case = [title: string, read: 200 | 304 | 412, canWrite: boolean, headers: (copy: Copy) => Record<string, string>];

/** Conditional headers, the status of a GET, and whether a write succeeds. */
const cases: Case[] = [
  ['If-None-Match with the ETag', 304, false, ({ etag }) => ({ 'If-None-Match': etag })],
  ['If-None-Match with the ETag of the other coding', 304, false, ({ gzipEtag }) => ({ 'If-None-Match': gzipEtag })],
  ['If-None-Match with the ETag as a weak ETag', 304, false, ({ etag }) => ({ 'If-None-Match': `W/${etag}` })],
  ['If-None-Match with a list', 304, false, ({ etag }) => ({ 'If-None-Match': `, "9" ,,W/"a,b", ${etag},` })],
  ['If-None-Match: *', 304, false, () => ({ 'If-None-Match': '*' })],
  ['If-None-Match with other ETags', 200, true, () => ({ 'If-None-Match': '"1", W/"1.2026-11-21", "22"' })],
  // A read compares the whole ETag. A write compares only the version, since it changes the item at every API version.
  ['If-None-Match with the bare version', 200, false, () => ({ 'If-None-Match': '"2"' })],
  ['If-None-Match with the ETag of another API version', 200, false, () => ({ 'If-None-Match': '"2.2026-01-01"' })],
  [
    'If-Modified-Since with the date of Last-Modified',
    304,
    true,
    ({ date }) => ({ 'If-Modified-Since': toHttpDate(date) }),
  ],
  ['If-Modified-Since with a later date', 304, true, ({ date }) => ({ 'If-Modified-Since': toHttpDate(date + 1000) })],
  [
    'If-Modified-Since with an earlier date',
    200,
    true,
    ({ date }) => ({ 'If-Modified-Since': toHttpDate(date - 1000) }),
  ],
  ['If-Modified-Since with an invalid date', 200, true, () => ({ 'If-Modified-Since': '2099-01-01T00:00:00Z' })],
  ['If-Match with the ETag', 200, true, ({ etag }) => ({ 'If-Match': etag })],
  ['If-Match with the ETag of the other coding', 200, true, ({ gzipEtag }) => ({ 'If-Match': gzipEtag })],
  ['If-Match with the bare version', 200, true, () => ({ 'If-Match': '"2"' })],
  ['If-Match with a list', 200, true, () => ({ 'If-Match': '"1",, "2"' })],
  ['If-Match: *', 200, true, () => ({ 'If-Match': '*' })],
  ['If-Match with an older version', 412, false, () => ({ 'If-Match': '"1"' })],
  ['If-Match with a weak ETag', 412, false, ({ etag }) => ({ 'If-Match': `W/${etag}` })],
  [
    'If-Unmodified-Since with the date of Last-Modified',
    200,
    true,
    ({ date }) => ({ 'If-Unmodified-Since': toHttpDate(date) }),
  ],
  [
    'If-Unmodified-Since with an earlier date',
    412,
    false,
    ({ date }) => ({ 'If-Unmodified-Since': toHttpDate(date - 1000) }),
  ],
  ['If-Unmodified-Since with an invalid date', 200, true, () => ({ 'If-Unmodified-Since': 'yesterday' })],
  // RFC 9110 13.2.2: If-Match before If-Unmodified-Since, both before If-None-Match, and If-Modified-Since last.
  [
    'If-Match with the ETag, If-Unmodified-Since with an earlier date',
    200,
    true,
    () => ({ 'If-Match': '"2"', 'If-Unmodified-Since': toHttpDate(0) }),
  ],
  [
    'If-Match with another ETag, If-Unmodified-Since with a later date',
    412,
    false,
    () => ({ 'If-Match': '"1"', 'If-Unmodified-Since': toHttpDate(4e12) }),
  ],
  [
    'If-Match with another ETag, If-None-Match with the ETag',
    412,
    false,
    ({ etag }) => ({ 'If-Match': '"1"', 'If-None-Match': etag }),
  ],
  [
    'If-Match and If-None-Match with the ETag',
    304,
    false,
    ({ etag }) => ({ 'If-Match': '"2"', 'If-None-Match': etag }),
  ],
  [
    'If-Unmodified-Since with an earlier date, If-None-Match with the ETag',
    412,
    false,
    ({ etag }) => ({ 'If-Unmodified-Since': toHttpDate(0), 'If-None-Match': etag }),
  ],
  [
    'If-None-Match with another ETag, If-Modified-Since with the date of Last-Modified',
    200,
    true,
    ({ date }) => ({ 'If-None-Match': '"1"', 'If-Modified-Since': toHttpDate(date) }),
  ],
  [
    'If-None-Match with the ETag, If-Modified-Since with an earlier date',
    304,
    false,
    ({ etag }) => ({ 'If-None-Match': etag, 'If-Modified-Since': toHttpDate(0) }),
  ],
];

const writes = [
  { method: 'PUT', done: 200, body: { subject: 'Three' } },
  { method: 'PATCH', done: 200, body: { subject: 'Three' } },
  { method: 'DELETE', done: 204, body: undefined },
];

withApi(api => {
  before(() => api().clock.freeze());

  describe('a conditional request', () => {
    for (const [title, read, canWrite, headers] of cases) {
      it(`${read} for GET and HEAD, ${canWrite ? '2xx' : '412 and no change'} for a write: ${title}`, async () => {
        const { call } = api();
        for (const { method, done, body } of writes) {
          const copy = await createCopy(api());
          const [got, head] = [
            await call('GET', copy.url, { headers: headers(copy) }),
            await call('HEAD', copy.url, { headers: headers(copy) }),
          ];
          assert.deepEqual([got.status, head.status, head.text], [read, read, '']);
          if (read < 400) assert.equal(got.headers.get('etag'), copy.etag);
          const response = await call(method, copy.url, { headers: headers(copy), body });
          assert.equal(response.status, canWrite ? done : 412, method);
          if (canWrite) continue;
          const differences = body === undefined ? [] : [{ field: 'subject', yours: 'Three', current: 'Two' }];
          assert.deepEqual([response.body.code, response.body.differences], [41200, differences]);
          assert.equal((await call<Ticket>('GET', copy.url)).body.version, 2);
        }
      });
    }

    it('400 for a malformed list of ETags, before other errors', async () => {
      const { url } = await createCopy(api());
      for (const value of ['abc', '2', '"a', 'W"a"', '"a" "b"', '', ',', '*, "a"', 'w/"2"', '"a b"']) {
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
          for (const name of ['If-None-Match', 'If-Match']) {
            const body = method.startsWith('P') ? {} : undefined;
            const response = await api().call(method, `${url}?unknown=1`, { headers: { [name]: value }, body });
            assert.deepEqual([response.status, response.body.code], [400, 40009], `${method} ${name}: ${value}`);
          }
        }
      }
    });

    it('200 for If-Modified-Since equal to Last-Modified within two seconds of the change: a second can have two changes', async () => {
      const { clock, call } = api();
      clock.freeze();
      const { url } = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Twice' } })).body;
      const headers = { 'If-Modified-Since': (await call('GET', url)).headers.get('last-modified') ?? '' };
      clock.advance(300);
      await call('PATCH', url, { body: { subject: 'Twice in a second' } });
      for (const [passed, status] of [
        [0, 200],
        [1999, 200],
        [1, 304],
      ] as const) {
        clock.advance(passed);
        assert.equal((await call('GET', url, { headers })).status, status);
      }
    });

    it('404 and 410 take precedence over a failing If-Match (RFC 9110 13.2.1)', async () => {
      const { url } = await createCopy(api());
      await api().call('DELETE', url);
      for (const [status, target] of [
        [404, '/v1/tickets/nowhere'],
        [410, url],
      ] as const) {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const response = await api().call(method, target, { headers: { 'If-Match': '"1"' } });
          assert.equal(response.status, status);
        }
      }
    });

    it('201 for a PUT to a new id; 412 with If-Match, and for an existing id with If-None-Match: *', async () => {
      const put = async (id: string, headers: Record<string, string>) =>
        (await api().call('PUT', `/v1/tickets/${id}`, { headers, body: { subject: 'New' } })).status;
      assert.equal(await put('only-new', { 'If-None-Match': '*' }), 201);
      assert.equal(await put('only-new', { 'If-None-Match': '*' }), 412);
      assert.equal(await put('never', { 'If-Match': '*' }), 412);
      assert.equal(await put('never', { 'If-Match': '"1"' }), 412);
      assert.equal((await api().call('GET', '/v1/tickets/never')).status, 404);
      assert.equal(await put('dated', { 'If-Unmodified-Since': toHttpDate(0) }), 201);
    });

    it('201 for a POST with any condition, since there is no current state', async () => {
      for (const headers of [
        { 'If-Match': '"1"' },
        { 'If-None-Match': '*' },
        { 'If-Unmodified-Since': toHttpDate(0) },
      ]) {
        assert.equal((await api().call('POST', '/v1/tickets', { headers, body: { subject: 'New' } })).status, 201);
      }
    });

    it('412 lists all files of a gist if any file differs, otherwise no file', async () => {
      const files = { 'a.md': { content: 'a' }, 'b.md': { content: 'b' } };
      const { body: gist } = await api().call<Gist>('POST', '/v1/gists', { body: { files } });
      const sendStale = (method: string, body: object) =>
        api().call(method, gist.url, { headers: { 'If-Match': '"9"' }, body });
      assert.deepEqual((await sendStale('PUT', gist)).body.differences, []);
      assert.deepEqual((await sendStale('PATCH', { files: { 'a.md': { content: 'a' } } })).body.differences, []);
      const { differences } = (await sendStale('PATCH', { files: { 'a.md': null } })).body;
      assert.deepEqual(differences, [{ field: 'files', yours: { 'b.md': { content: 'b' } }, current: files }]);
    });
  });

  describe('Last-Modified', () => {
    const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, subject?: string) => {
      const { headers, body } = await api().call<Ticket>(method, url, subject ? { body: { subject } } : {});
      const [modified = 0, date = 0] = ['last-modified', 'date'].map(name => Date.parse(headers.get(name) ?? ''));
      return { url: body.url, modified, date };
    };

    it('is never later than Date, even when Node’s Date lags or the clock of the changing process was ahead', async () => {
      api().clock.advance(60_000);
      const created = await send('POST', '/v1/tickets', 'Created a minute from now');
      const changed = await send('PATCH', created.url, 'Changed');
      for (const { modified, date } of [created, changed]) assert.ok(modified <= date);
      api().clock.advance(-60_000);
      const { modified, date } = await send('GET', created.url);
      assert.equal(modified, date);
    });
  });
});
