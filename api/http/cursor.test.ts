import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { withApi } from '../testing/api.ts';
import type { ApiResponse } from '../testing/request.ts';

const list = '/v1/tickets?priority=low&sort=-state,created_at&per_page=2';

const getCursor = ({ links }: ApiResponse, rel = 'next'): string =>
  new URL(links[rel] ?? '').searchParams.get('cursor') ?? '';

const ids = ({ body }: ApiResponse<Ticket[]>): string[] => body.map(({ id }) => id);

withApi(api => {
  const get = (path: string, as: 'agent' | 'admin' = 'agent') => api().call<Ticket[]>('GET', path, { as });
  before(async () => {
    for (let n = 0; n < 7; n++) {
      await api().call('POST', '/v1/tickets', { body: { subject: `${n}`, priority: 'low', tags: ['x'] } });
    }
  });

  describe('a cursor', () => {
    it('200 for equivalent queries of the same list, different fields and page sizes, and a different person', async () => {
      const first = await get(list);
      const cursor = getCursor(first);
      const next = ids(await get(first.links['next'] ?? ''));
      assert.deepEqual(ids(await get(`${list}&cursor=${cursor}`, 'admin')), next);
      const written = `/v1/tickets?cursor=${cursor}&sort=-state%2Ccreated_at&priority=low,low`;
      const wider = await get(`${written}&per_page=3&fields=id&count=true&pretty=false`);
      assert.deepEqual([ids(wider).length, ids(wider).slice(0, 2)], [3, next]);
    });

    it('400 with a different filter, sort order, list or search', async () => {
      const cursor = getCursor(await get(list));
      for (const other of [
        '/v1/tickets',
        '/v1/tickets?priority=low',
        '/v1/tickets?priority=low&sort=state,created_at',
        '/v1/tickets?priority=low&sort=-state,created_at,priority',
        '/v1/tickets?priority=low,high&sort=-state,created_at',
        '/v1/tickets?priority=low&sort=-state,created_at&q=x',
        '/v1/tickets?priority=low&sort=-state,created_at&tag=x',
        '/v1/tickets/recently_closed?priority=low&sort=-state,created_at',
        '/v1/tickets/1/messages?sort=created_at',
        '/v1/gists?sort=-created_at',
        '/v1/people?sort=created_at',
        '/v1/views',
        '/v1/events',
      ]) {
        const response = await get(`${other}${other.includes('?') ? '&' : '?'}cursor=${cursor}`);
        assert.deepEqual([response.status, response.body.code], [400, 40005], other);
      }
    });

    it('400 for a malformed cursor', async () => {
      const cursor = getCursor(await get(list));
      const unpacked = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
      const pack = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const position = (...values: unknown[]) => pack([...unpacked.slice(0, 2), ...values]);
      const otherParts = [null, [], ['', 'a', 1, 1, 1], unpacked.slice(0, -1), [...unpacked, 1]].map(pack);
      const otherValues = ['1', null, 1.5, 1e300, [1]].map(value => position(value, 1, 1));
      const otherEncodings = [
        `${cursor}=`,
        `${cursor}A`,
        Buffer.from(` ${JSON.stringify(unpacked)}`).toString('base64url'),
      ];
      for (const invalidCursor of [
        '',
        'garbage',
        '%00',
        'x'.repeat(4000),
        ...otherParts,
        ...otherValues,
        ...otherEncodings,
      ]) {
        const response = await get(`${list}&cursor=${invalidCursor}`);
        assert.deepEqual([response.status, response.body.code], [400, 40005], invalidCursor);
      }
      // Numbers that no row contains are valid positions, even if they are too large for the column.
      for (const far of [2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1]) {
        assert.equal((await get(`${list}&cursor=${position(far, far, far)}`)).status, 200);
      }
    });

    it('200 with the same next page after the last row of the first page is deleted, or an earlier row moves', async () => {
      const first = await get(list);
      const next = first.links['next'] ?? '';
      const second = ids(await get(next));
      const [moved, deleted] = ids(first);
      await api().call('DELETE', `/v1/tickets/${deleted}`);
      assert.deepEqual(ids(await get(next)), second);
      await api().call('PATCH', `/v1/tickets/${moved}`, { body: { priority: 'high' } });
      assert.deepEqual(ids(await get(next)), second);
    });
  });
});
