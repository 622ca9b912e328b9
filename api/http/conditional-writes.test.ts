import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist, Ticket } from '#contract';
import { forEachApi, type TestApi } from '../testing/api.ts';

type Seen = { tag: string; date: number };

/** A ticket at version 2, and the validators that a client has. */
const seen = async ({ call }: TestApi): Promise<Seen & { address: string }> => {
  const { url } = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'One' } })).body;
  const { headers } = await call('PATCH', url, { body: { subject: 'Two' } });
  return { address: url, tag: headers.get('etag') ?? '', date: Date.parse(headers.get('last-modified') ?? '') };
};

const dated = (time: number) => new Date(time).toUTCString();

const cases: [matches: boolean, title: string, headers: (seen: Seen) => Record<string, string>][] = [
  [true, 'If-Match with the current tag', ({ tag }) => ({ 'If-Match': tag })],
  [true, 'If-Match with the tag of the other coding', ({ tag }) => ({ 'If-Match': tag.replace(/"$/, '-gzip"') })],
  [true, 'If-Match with the bare version', () => ({ 'If-Match': '"2"' })],
  [true, 'If-Match: *', () => ({ 'If-Match': '*' })],
  [true, 'If-Match with a list that contains the tag', () => ({ 'If-Match': '"1",, "2"' })],
  [false, 'If-Match with an older version', () => ({ 'If-Match': '"1"' })],
  [false, 'If-Match with a weak tag', ({ tag }) => ({ 'If-Match': `W/${tag}` })],
  [true, 'If-Unmodified-Since with its date', ({ date }) => ({ 'If-Unmodified-Since': dated(date) })],
  [false, 'If-Unmodified-Since with an earlier date', ({ date }) => ({ 'If-Unmodified-Since': dated(date - 1000) })],
  [true, 'If-Unmodified-Since with an invalid date', () => ({ 'If-Unmodified-Since': '1' })],
  [false, 'If-None-Match: *', () => ({ 'If-None-Match': '*' })],
  [false, 'If-None-Match with the tag as a weak tag', ({ tag }) => ({ 'If-None-Match': `W/${tag}` })],
  [true, 'If-None-Match with another tag', () => ({ 'If-None-Match': '"1"' })],
  [true, 'If-Modified-Since, which does not apply to writes', () => ({ 'If-Modified-Since': dated(4e12) })],
  // RFC 9110 13.2.2
  [
    true,
    'the tag and an earlier date in If-Unmodified-Since',
    () => ({ 'If-Match': '"2"', 'If-Unmodified-Since': dated(0) }),
  ],
  [
    false,
    'another tag and a later date in If-Unmodified-Since',
    () => ({ 'If-Match': '"1"', 'If-Unmodified-Since': dated(4e12) }),
  ],
  [false, 'the tag in both If-Match and If-None-Match', () => ({ 'If-Match': '"2"', 'If-None-Match': '"2"' })],
];

const writes = [
  { method: 'PUT', done: 200, body: { subject: 'Three' } },
  { method: 'PATCH', done: 200, body: { subject: 'Three' } },
  { method: 'DELETE', done: 204, body: undefined },
];

forEachApi(api => {
  for (const { method, done, body } of writes) {
    describe(`${method} of an item`, () => {
      for (const [matches, title, headers] of cases) {
        it(`${matches ? done : '412 and no change'} for ${title}`, async () => {
          const ticket = await seen(api());
          const response = await api().call(method, ticket.address, { headers: headers(ticket), body });
          assert.equal(response.status, matches ? done : 412);
          if (matches) return;
          const differences = body === undefined ? [] : [{ field: 'subject', yours: 'Three', current: 'Two' }];
          assert.deepEqual([response.body.code, response.body.differences], [41200, differences]);
          assert.equal((await api().call<Ticket>('GET', ticket.address)).body.version, 2);
        });
      }

      it('400 for a malformed list of tags', async () => {
        const { address } = await seen(api());
        for (const name of ['If-Match', 'If-None-Match']) {
          const response = await api().call(method, address, { headers: { [name]: '2' }, body });
          assert.deepEqual([response.status, response.body.code], [400, 40009]);
        }
      });
    });
  }

  describe('a condition on a missing resource', () => {
    it('404 and 410 as without the condition (RFC 9110 13.2.1)', async () => {
      const { address } = await seen(api());
      await api().call('DELETE', address);
      for (const [status, target] of [
        [404, '/v1/tickets/nowhere'],
        [410, address],
      ] as const) {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const response = await api().call(method, target, { headers: { 'If-Match': '"1"' } });
          assert.equal(response.status, status);
        }
      }
    });

    it('201 or 412 for a PUT that creates; If-None-Match: * only creates', async () => {
      const put = async (id: string, headers: Record<string, string>) =>
        (await api().call('PUT', `/v1/tickets/${id}`, { headers, body: { subject: 'New' } })).status;
      assert.equal(await put('only-new', { 'If-None-Match': '*' }), 201);
      assert.equal(await put('only-new', { 'If-None-Match': '*' }), 412);
      assert.equal(await put('never', { 'If-Match': '*' }), 412);
      assert.equal(await put('never', { 'If-Match': '"1"' }), 412);
      assert.equal((await api().call('GET', '/v1/tickets/never')).status, 404);
      assert.equal(await put('dated', { 'If-Unmodified-Since': dated(0) }), 201);
    });
  });

  it('201 for a POST with any condition, since there is no current state', async () => {
    for (const headers of [{ 'If-Match': '"1"' }, { 'If-None-Match': '*' }, { 'If-Unmodified-Since': dated(0) }]) {
      assert.equal((await api().call('POST', '/v1/tickets', { headers, body: { subject: 'New' } })).status, 201);
    }
  });

  it('412 lists only the files of a gist that differ, with their new content', async () => {
    const files = { 'a.md': { content: 'a' }, 'b.md': { content: 'b' } };
    const { body: gist } = await api().call<Gist>('POST', '/v1/gists', { body: { files } });
    const late = (method: string, body: object) =>
      api().call(method, gist.url, { headers: { 'If-Match': '"9"' }, body });
    assert.deepEqual((await late('PUT', gist)).body.differences, []);
    assert.deepEqual((await late('PATCH', { files: { 'a.md': { content: 'a' } } })).body.differences, []);
    const { differences } = (await late('PATCH', { files: { 'a.md': null } })).body;
    assert.deepEqual(differences, [{ field: 'files', yours: { 'b.md': { content: 'b' } }, current: files }]);
  });
});
