import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Event } from '#contract';
import { forEachApi } from '../testing/api.ts';

const digest = (text: string) => ({
  length: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

forEachApi(api => {
  const lastChanges = async () => (await api().call<Event[]>('GET', '/v1/events?per_page=1')).body[0]?.changes;
  const put = async (path: string, body: object) =>
    assert.ok((await api().call('PUT', path, { body })).status < 300, path);

  describe('the values of an event', () => {
    it('200 with the value up to 1,024 bytes of UTF-8, otherwise its length and digest', async () => {
      const [short, long, accented] = ['x'.repeat(1024), 'x'.repeat(1025), 'é'.repeat(513)];
      await put('/v1/tickets/t', { subject: 'Values', description: short });
      assert.deepEqual((await lastChanges())?.['description'], { old: null, new: short });
      await put('/v1/tickets/t', { subject: 'Values', description: long });
      assert.deepEqual((await lastChanges())?.['description'], { old: short, new: digest(long) });
      await put('/v1/tickets/t', { subject: 'Values', description: accented });
      assert.deepEqual((await lastChanges())?.['description'], { old: digest(long), new: digest(accented) });
    });

    it('200 with the digest of the JSON for a long list of tags', async () => {
      const tags = Array.from({ length: 20 }, (_, n) => `${'t'.repeat(60)}-${n}`);
      await put('/v1/tickets/u', { subject: 'Tagged', tags });
      assert.deepEqual((await lastChanges())?.['tags'], { old: null, new: digest(JSON.stringify(tags)) });
    });

    it('200 with exactly the changed writable fields, for each kind', async () => {
      await put('/v1/tickets/v', { subject: 'Kinds' });
      const all = {
        ...{ description: 'D', customer_name: 'C', customer_email: 'c@mail.example', state: 'pending' },
        ...{ priority: 'low', assignee_id: api().people.viewer.id, tags: ['a'] },
      };
      await put('/v1/tickets/v', { subject: 'All kinds', ...all });
      const changes = (await lastChanges()) ?? {};
      assert.deepEqual(Object.keys(changes).sort(), ['subject', ...Object.keys(all)].sort());
      assert.deepEqual(changes['state'], { old: 'open', new: 'pending' });
      assert.deepEqual(changes['tags'], { old: [], new: ['a'] });
      await put('/v1/tickets/v/messages/m', { body: 'B' });
      await put('/v1/tickets/v/messages/m', { body: 'B', type: 'note', direction: 'in', author_name: 'A' });
      assert.deepEqual(await lastChanges(), {
        type: { old: 'reply', new: 'note' },
        direction: { old: 'out', new: 'in' },
        author_name: { old: api().people.agent.name, new: 'A' },
      });
      await put('/v1/gists/g', { files: { a: { content: '1' }, b: { content: '2' } } });
      await put('/v1/gists/g', { description: 'D', files: { a: { content: '1' }, c: { content: '' } } });
      assert.deepEqual(await lastChanges(), {
        description: { old: '', new: 'D' },
        'files.b': { old: '2', new: null },
        'files.c': { old: null, new: '' },
      });
    });
  });
});
