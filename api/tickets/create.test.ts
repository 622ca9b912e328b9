import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getFieldErrors } from '../testing/invalid-fields.ts';

forEachApi(api => {
  describe('POST /tickets', () => {
    it('201 with Location, the full representation and its ETag', async () => {
      const { status, headers, body } = await api().call<Ticket>('POST', '/v1/tickets', {
        body: { subject: 'Labels cut off' },
      });
      assert.equal(status, 201);
      assert.equal(headers.get('location'), body.url);
      assert.equal(body.url, `${api().url}/v1/tickets/${body.id}`);
      assert.match(headers.get('etag') ?? '', /^"1\./);
      assert.deepEqual(
        { ...body, id: '', url: '', created_at: '', updated_at: '' },
        {
          id: '',
          url: '',
          subject: 'Labels cut off',
          description: '',
          customer_name: null,
          customer_email: null,
          state: 'open',
          priority: 'normal',
          assignee_id: null,
          tags: [],
          closed_at: null,
          messages_count: 0,
          last_message_at: null,
          awaiting_reply: true,
          created_by: api().people.agent.id,
          version: 1,
          created_at: '',
          updated_at: '',
        },
      );
      assert.match(body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('422 lists every invalid field and creates nothing', async () => {
      const before = await api().call<Ticket[]>('GET', '/v1/tickets');
      const response = await api().call('POST', '/v1/tickets', {
        body: { subj: 'x', state: 'opn', tags: ['a', 'a', 'B!'], assignee_id: 'nobody', id: '7', description: null },
      });
      assert.equal(response.status, 422);
      assert.deepEqual(getFieldErrors(response), [
        ['assignee_id', 1013],
        ['description', 1011],
        ['id', 1008],
        ['state', 1005],
        ['subj', 1007],
        ['subject', 1001],
        ['tags', 1010],
        ['tags[2]', 1006],
      ]);
      assert.deepEqual((await api().call('GET', '/v1/tickets')).text, before.text);
    });

    it('422 for a NUL, a lone surrogate and an unknown assignee', async () => {
      for (const [body, name, code] of [
        [{ subject: 'a\0b' }, 'subject', 1014],
        [{ subject: 'a', customer_email: '\ud800@b.example' }, 'customer_email', 1014],
        [{ subject: 'x', description: '\ud800' }, 'description', 1014],
        [{ subject: 'x', assignee_id: '\0' }, 'assignee_id', 1014],
        [{ subject: 'x', assignee_id: '999' }, 'assignee_id', 1013],
      ] as const) {
        assert.deepEqual(getFieldErrors(await api().call('POST', '/v1/tickets', { body })), [[name, code]]);
      }
    });

    it('422 for a subject of more than 255 code points or more than one line', async () => {
      const full = await api().call('POST', '/v1/tickets', { body: { subject: '🎫'.repeat(255) } });
      assert.equal(full.status, 201);
      const long = await api().call('POST', '/v1/tickets', { body: { subject: '🎫'.repeat(256) } });
      assert.deepEqual(getFieldErrors(long), [['subject', 1004]]);
      const lines = await api().call('POST', '/v1/tickets', { body: { subject: 'one\ntwo' } });
      assert.deepEqual(getFieldErrors(lines), [['subject', 1014]]);
    });

    it('400 for a body that is not JSON, not an object or missing', async () => {
      for (const [text, code] of [
        ['{"subject":', 40001],
        ['["subject"]', 40003],
        ['', 40002],
      ] as const) {
        const response = await api().call('POST', '/v1/tickets', { text });
        assert.deepEqual([response.status, response.body.code], [400, code]);
      }
    });

    it('415 for another media type, with the accepted one', async () => {
      const response = await api().call('POST', '/v1/tickets', {
        text: 'subject=x',
        type: 'application/x-www-form-urlencoded',
      });
      assert.deepEqual([response.status, response.body.code], [415, 41500]);
      assert.equal(response.headers.get('accept'), 'application/json');
    });

    it('413 above 1 MiB', async () => {
      const response = await api().call('POST', '/v1/tickets', { text: `"${'x'.repeat(1024 * 1024)}"` });
      assert.deepEqual([response.status, response.body.code], [413, 41300]);
    });

    it('405 for a viewer, with the methods allowed to viewers', async () => {
      const response = await api().call('POST', '/v1/tickets', { as: 'viewer', body: { subject: 'x' } });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
    });
  });
});
