import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { fieldsOf } from '../testing/bad-fields.ts';

forEachApi(api => {
  describe('POST /tickets', () => {
    it('201 with Location, the whole representation and its tag', async () => {
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

    it('422 names every bad field and creates nothing', async () => {
      const before = await api().call<Ticket[]>('GET', '/v1/tickets');
      const answer = await api().call('POST', '/v1/tickets', {
        body: { subj: 'x', state: 'opn', tags: ['a', 'a', 'B!'], assignee_id: 'nobody', id: '7', description: null },
      });
      assert.equal(answer.status, 422);
      assert.deepEqual(fieldsOf(answer), [
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

    it('422 for a NUL, a lone surrogate and an assignee that is nobody', async () => {
      for (const [body, name, code] of [
        [{ subject: 'a\0b' }, 'subject', 1014],
        [{ subject: 'a', customer_email: '\ud800@b.example' }, 'customer_email', 1014],
        [{ subject: 'x', description: '\ud800' }, 'description', 1014],
        [{ subject: 'x', assignee_id: '\0' }, 'assignee_id', 1014],
        [{ subject: 'x', assignee_id: '999' }, 'assignee_id', 1013],
      ] as const) {
        assert.deepEqual(fieldsOf(await api().call('POST', '/v1/tickets', { body })), [[name, code]]);
      }
    });

    it('422 counts code points, and takes one line only', async () => {
      const full = await api().call('POST', '/v1/tickets', { body: { subject: '🎫'.repeat(255) } });
      assert.equal(full.status, 201);
      const long = await api().call('POST', '/v1/tickets', { body: { subject: '🎫'.repeat(256) } });
      assert.deepEqual(fieldsOf(long), [['subject', 1004]]);
      const lines = await api().call('POST', '/v1/tickets', { body: { subject: 'one\ntwo' } });
      assert.deepEqual(fieldsOf(lines), [['subject', 1014]]);
    });

    it('400 for what is not JSON, not an object or not there', async () => {
      for (const [text, code] of [
        ['{"subject":', 40001],
        ['["subject"]', 40003],
        ['', 40002],
      ] as const) {
        const answer = await api().call('POST', '/v1/tickets', { text });
        assert.deepEqual([answer.status, answer.body.code], [400, code]);
      }
    });

    it('415 for another media type, and says which is taken', async () => {
      const answer = await api().call('POST', '/v1/tickets', {
        text: 'subject=x',
        type: 'application/x-www-form-urlencoded',
      });
      assert.deepEqual([answer.status, answer.body.code], [415, 41500]);
      assert.equal(answer.headers.get('accept'), 'application/json');
    });

    it('413 above 1 MiB', async () => {
      const answer = await api().call('POST', '/v1/tickets', { text: `"${'x'.repeat(1024 * 1024)}"` });
      assert.deepEqual([answer.status, answer.body.code], [413, 41300]);
    });

    it('405 for a viewer, with the methods a viewer has', async () => {
      const answer = await api().call('POST', '/v1/tickets', { as: 'viewer', body: { subject: 'x' } });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS');
    });
  });
});
