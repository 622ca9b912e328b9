import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { View } from '#contract';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  describe('GET /views', () => {
    before(async () => {
      for (const [as, id, shared] of [
        ['agent', 'first', false],
        ['admin', 'hidden', false],
        ['admin', 'second', true],
        ['agent', 'third', true],
        ['viewer', 'hers', false],
        ['agent', 'fourth', false],
      ] as const) {
        const response = await api().call('PUT', `/v1/views/${id}`, { as, body: { name: id, query: '', shared } });
        assert.equal(response.status, 201);
      }
    });

    const getIds = (views: View[]) => views.map(({ id }) => id);

    it('200 with the caller’s own and all shared views, the newest first', async () => {
      const { body } = await api().call<View[]>('GET', '/v1/views');
      assert.deepEqual(getIds(body), ['fourth', 'third', 'second', 'first']);
      const viewers = await api().call<View[]>('GET', '/v1/views', { as: 'viewer' });
      assert.deepEqual(getIds(viewers.body), ['hers', 'third', 'second']);
    });

    it('200 for each page, forward and backward, with the number of visible views', async () => {
      const path = '/v1/views?sort=updated_at&per_page=3';
      const pages = await api().walk<View>(path, 'next');
      assert.deepEqual(pages.map(getIds), [['first', 'second', 'third'], ['fourth']]);
      const back = await api().walk<View>(path, 'next', 'prev');
      assert.deepEqual(back.map(getIds), pages.map(getIds));
      const counted = await api().call<{ count: number; count_is_exact: boolean }>('GET', '/v1/views?envelope=true');
      assert.deepEqual([counted.body.count, counted.body.count_is_exact], [4, true]);
    });
  });
});
