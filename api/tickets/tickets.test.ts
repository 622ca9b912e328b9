import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  describe('POST /tickets', () => {
    it('201 with Location, the full representation and its ETag', async () => {
      const { status, headers, body } = await api().call<Ticket>('POST', '/v1/tickets', {
        body: { subject: 'Labels cut off' },
      });
      assert.equal(status, 201);
      assert.equal(headers.get('location'), body.url);
      assert.match(headers.get('etag') ?? '', /^"1\./);
      assert.deepEqual(body, {
        id: body.id,
        url: `${api().url}/v1/tickets/${body.id}`,
        subject: 'Labels cut off',
        description: '',
        customer_name: null,
        customer_email: null,
        state: 'open',
        priority: 'normal',
        assignee_id: null,
        tags: [],
        mailbox_id: null,
        closed_at: null,
        messages_count: 0,
        last_message_at: null,
        awaiting_reply: true,
        undelivered: false,
        created_by: api().people.agent.id,
        follow_up_of: null,
        version: 1,
        created_at: body.created_at,
        updated_at: body.created_at,
      });
      assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });
  });

  describe('/tickets/{ticket_id}', () => {
    it('404 for an unknown or invalid id; 422 for an invalid id in a PUT', async () => {
      for (const id of ['no-such', '%00', '%F0%9F%8E%AB', 'x'.repeat(65), '-', "'"]) {
        const response = await api().call('GET', `/v1/tickets/${id}`);
        assert.deepEqual([response.status, response.body.code], [404, 40401], id);
      }
      assert.equal((await api().call('PUT', '/v1/tickets/%00', { body: { subject: 'x' } })).status, 422);
    });
  });

  describe('GET /tickets?q=', () => {
    const search = async (q: string) =>
      (await api().call<Ticket[]>('GET', `/v1/tickets?q=${encodeURIComponent(q)}`)).body.map(({ id }) => id);

    it('200 finds words and phrases in texts and messages, ignoring case and accents', async () => {
      const body = { subject: 'Crème brûlée torch', customer_name: 'Zoë Quist' };
      const { id, url } = (await api().call<Ticket>('POST', '/v1/tickets', { body })).body;
      await api().call('POST', `${url}/messages`, { body: { body: 'The nozzle is **blocked**, model QX-77.' } });
      for (const q of ['creme', 'BRULEE torch', '"brulee torch"', 'zoe', 'blocked nozzle', '"qx 77"', 'qx-77 torch'])
        assert.deepEqual(await search(q), [id], q);
      for (const q of ['"torch brulee"', 'cre', 'torch missing', '!!!', '"torch zoe"'])
        assert.deepEqual(await search(q), [], q);
    });

    it('200 finds an email address, its parts, a tag and a ticket number', async () => {
      const body = { subject: 'Late', customer_email: 'Amélie.Roux@atelier-roux.example', tags: ['parcel_9', 'vip'] };
      assert.equal((await api().call('PUT', '/v1/tickets/90417', { body })).status, 201);
      const other = { subject: 'Roux', description: 'atelier, amelie: roux.example' };
      const { body: noise } = await api().call<Ticket>('POST', '/v1/tickets', { body: other });
      for (const q of ['amelie.roux@atelier-roux.example', '<AMELIE.ROUX@ATELIER-ROUX.EXAMPLE>', '90417', '#90417'])
        assert.deepEqual(await search(q), ['90417'], q);
      for (const q of ['vip', 'parcel_9', 'parcel', 'vip #90417 late']) assert.deepEqual(await search(q), ['90417'], q);
      assert.deepEqual(await search('atelier roux'), [noise.id, '90417']);
      for (const q of ['roux@atelier.example', '9041', '#904', 'parcel_8']) assert.deepEqual(await search(q), [], q);
    });

    it('200 finds words by prefix when a term ends with a star', async () => {
      const body = { subject: 'Gyroscope wobbles', customer_email: 'ines@gyro-lab.example' };
      const { id } = (await api().call<Ticket>('POST', '/v1/tickets', { body })).body;
      for (const q of ['gyros*', 'GYRÓ* wob*', 'gyroscope*', 'ines@gyro-l*', 'wobbles ines*', 'gyroscope wobbles**'])
        assert.deepEqual(await search(q), [id], q);
      for (const q of ['gyros', '"gyros*"', 'gyros *', '*scope', 'gyrosw*', 'gyro*scope'])
        assert.deepEqual(await search(q), [], q);
    });

    it('200 finds a word of 256 characters, but not by its beginning; longer words are stored, too', async () => {
      const long = Array.from({ length: 5000 }, (_, index) => index.toString(36)).join('x');
      const body = { subject: 'Log', description: `${long} ${long.slice(0, 256)}` };
      const { id } = (await api().call<Ticket>('POST', '/v1/tickets', { body })).body;
      assert.deepEqual([await search(long.slice(0, 256)), await search(long.slice(0, 255))], [[id], []]);
    });
  });
});
