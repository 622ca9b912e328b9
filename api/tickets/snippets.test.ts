import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Snippet, Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

type Row = Pick<Ticket, 'id'> & { snippet: Snippet | null };

forEachApi(api => {
  const list = (q: string, options?: { headers: Record<string, string> }) =>
    api().call<Row[]>('GET', `/v1/tickets?q=${encodeURIComponent(q)}&fields=id,snippet&sort=created_at`, options);
  const readMarked = async (q: string) =>
    (await list(q)).body.map(({ id, snippet }) => [
      id,
      snippet?.field,
      snippet?.parts.map(({ text, match }) => (match ? `[${text}]` : text)).join(''),
    ]);

  before(async () => {
    const parcel = { subject: 'A parcel', description: 'It is *late*.', customer_name: 'Zoë Roux', tags: ['vip'] };
    await api().call('PUT', '/v1/tickets/701', { body: parcel });
    await api().call('PUT', '/v1/tickets/702', { body: { subject: 'Late again', customer_email: 'ada@wolf.example' } });
    for (const [id, body] of [
      ['m1', 'The courier was late.'],
      ['m2', 'A parcel without <b>label</b>, says the courier.'],
    ])
      await api().call('PUT', `/v1/tickets/701/messages/${id}`, { body: { body } });
  });

  describe('GET /tickets?fields=snippet', () => {
    it('200 with the best-matching text of each ticket, and its matches', async () => {
      assert.deepEqual(await readMarked('late'), [
        ['701', 'description', 'It is *[late]*.'],
        ['702', 'subject', '[Late] again'],
      ]);
      assert.deepEqual(await readMarked('cour*'), [['701', 'message', 'The [courier] was late.']]);
      assert.deepEqual(await readMarked('"parcel without" label'), [
        ['701', 'message', 'A [parcel without] <b>[label]</b>, says the courier.'],
      ]);
      assert.deepEqual(await readMarked('zoe vip'), [['701', 'customer_name', '[Zoë] Roux']]);
      assert.deepEqual(await readMarked('#702'), [['702', 'id', '[702]']]);
      assert.deepEqual(await readMarked('ada@wolf.example'), [['702', 'customer_email', '[ada@wolf.example]']]);
    });

    it('200 with a null snippet without `q`, and no snippet without `fields`; 422 for a single ticket', async () => {
      const { body } = await api().call<Row[]>('GET', '/v1/tickets/recently_closed?fields=snippet');
      assert.deepEqual(body, []);
      const { body: rows } = await api().call<Row[]>('GET', '/v1/tickets?fields=snippet,id&sort=created_at&per_page=1');
      assert.deepEqual(rows, [{ id: '701', snippet: null }]);
      const { body: whole } = await api().call<Row[]>('GET', '/v1/tickets?q=vip');
      assert.equal('snippet' in (whole[0] ?? {}), false);
      const item = await api().call('GET', '/v1/tickets/701?fields=snippet');
      assert.deepEqual(getStatusAndFieldErrors(item), [422, [['fields', 1005]]]);
    });

    it('304 until a message changes', async () => {
      const tag = (await list('label')).headers.get('etag') ?? '';
      assert.equal((await list('label', { headers: { 'If-None-Match': tag } })).status, 304);
      await api().call('PATCH', '/v1/tickets/701/messages/m2', { body: { body: 'Now with label.' } });
      const { status, body } = await list('label', { headers: { 'If-None-Match': tag } });
      assert.deepEqual([status, body[0]?.snippet?.parts[0]?.text], [200, 'Now with ']);
    });
  });
});
