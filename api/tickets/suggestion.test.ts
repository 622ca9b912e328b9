import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  const suggest = async (q: string) =>
    (await api().call<{ suggestion: string | null }>('GET', `/v1/search_suggestions?q=${encodeURIComponent(q)}`)).body;

  describe('GET /search_suggestions', () => {
    before(async () => {
      for (const body of [
        { subject: 'Invoice was charged twice', customer_email: 'ada@wolf-lab.example' },
        { subject: 'Invoke the récall', description: 'invoices' },
        { subject: 'Invoice again', tags: ['billing'] },
        { subject: 'Deleted zeppelin' },
      ])
        await api().call('POST', '/v1/tickets', { body });
      await api().call('DELETE', '/v1/tickets/4');
    });

    it('200 with a suggestion: the query with similar words of tickets in place of its unknown words', async () => {
      for (const [q, suggestion] of [
        ['invioce', 'invoice'],
        ['Inovice  TWICE', 'invoice  TWICE'],
        ['"chraged twise"', '"charged twice"'],
        ['invoise*', 'invoice*'],
        ['invoicess', 'invoices'],
        ['bilinng', 'billing'],
        ['ada@wulf-lab.example', 'ada@wolf-lab.example'],
        ['rekall', 'recall'],
      ])
        assert.deepEqual(await suggest(q ?? ''), { q, suggestion }, q);
    });

    it('200 with null if every word is known, no word is similar, or the result would find nothing', async () => {
      for (const q of [
        'invoice',
        'invo*',
        'twice billing',
        'xylophone',
        '41',
        'ad',
        '!!',
        'invioce xylophone',
        'zeppelni',
      ])
        assert.deepEqual(await suggest(q), { q, suggestion: null }, q);
    });

    it('304 until a ticket changes; null without a query', async () => {
      const path = '/v1/search_suggestions?q=zeppelni';
      const tag = (await api().call('GET', path)).headers.get('etag') ?? '';
      const again = () => api().call<{ suggestion: string }>('GET', path, { headers: { 'If-None-Match': tag } });
      assert.equal((await again()).status, 304);
      await api().call('POST', '/v1/tickets', { body: { subject: 'Zeppelin' } });
      assert.deepEqual([(await again()).status, (await again()).body.suggestion], [200, 'zeppelin']);
      const { body } = await api().call('GET', '/v1/search_suggestions');
      assert.deepEqual(body, { q: null, suggestion: null });
    });
  });
});
