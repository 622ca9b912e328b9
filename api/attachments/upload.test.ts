import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Attachment } from '#contract';
import { defaultSettings } from '#contract/default-settings';
import { forEachApi } from '../testing/api.ts';
import { createAttachmentSteps, hash } from './testing/attachment-steps.ts';

const { max_file_bytes: maxFileBytes, unattached_bytes: maxUnattachedBytes } = defaultSettings.limits;

const digest = (bytes: string) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

forEachApi(api => {
  const { post, upload, attach, get, findInconsistencies } = createAttachmentSteps(api);

  describe('POST of a file', () => {
    it('201 stores its bytes with their type and uploader', async () => {
      const response = await post('Hello', { query: '?name=a%2Fb.txt', type: 'text/plain; charset=utf-8' });
      assert.deepEqual([response.status, response.headers.get('location')], [201, response.body.url]);
      assert.partialDeepStrictEqual(response.body, {
        ...{ name: 'a_b.txt', size: 5, sha256: hash('Hello'), type: 'application/octet-stream' },
        ...{ declared_type: 'text/plain; charset=utf-8', width: null, height: null, inline: false, scan: 'off' },
        ...{ uploader_id: api().people.agent.id, ticket_id: null, message_id: null, version: 1 },
      });
      assert.equal((await get(`${response.body.url}/content`)).text, 'Hello');
    });

    it('201 for an empty file without a name, and for equal bytes', async () => {
      const empty = await upload('', { query: '' });
      assert.deepEqual([empty.name, empty.size], ['file', 0]);
      assert.equal((await get(`${empty.url}/content`)).text, '');
      const [first, second] = await Promise.all([upload('Same'), upload('Same')]);
      assert.notEqual(first.id, second.id);
    });

    it('201 for 25 MB; 413 with the size and the limit for a larger file', async () => {
      const bytes = randomBytes(maxFileBytes);
      const { sha256, url } = await upload(new Blob([bytes]) as never);
      assert.equal(sha256, hash(bytes));
      const large = await post('x'.repeat(maxFileBytes + 1));
      assert.deepEqual([large.status, large.body.code], [413, 41301]);
      assert.partialDeepStrictEqual(large.body, { description: 'The file is 25.1 MB. The limit is 25 MB.' });
      const stream = new Blob(['x'.repeat(maxFileBytes + 1)]).stream();
      assert.equal((await post(stream)).body.code, 41301);
      assert.equal((await api().call('DELETE', url)).status, 204);
    });

    it('201 if Content-Digest matches, 422 if not', async () => {
      assert.equal((await post('Hello', { headers: { 'Content-Digest': digest('Hello') } })).status, 201);
      const both = `sha-512=:AAAA:, ${digest('Hello')}`;
      assert.equal((await post('Hello', { headers: { 'Content-Digest': both } })).status, 201);
      for (const invalid of [digest('Hullo'), 'sha-256=:x:', 'sha-256=x'])
        assert.equal(
          (await post('Hello', { headers: { 'Content-Digest': invalid } })).body.errors?.[0]?.field,
          'Content-Digest',
        );
    });

    it('201 with the first file for the same Idempotency-Key; 422 with other bytes or another name', async () => {
      const headers = { 'Idempotency-Key': 'once' };
      const first = await post('Once', { headers });
      const again = await post('Once', { headers });
      assert.deepEqual(
        [again.status, again.body, again.headers.get('idempotency-replayed')],
        [201, first.body, 'true'],
      );
      assert.equal((await post('Twice', { headers })).body.code, 42201);
      assert.equal((await post('Once', { headers, query: '?name=b.txt' })).body.code, 42201);
    });

    it('415 for a compressed body, 422 for a long name', async () => {
      assert.equal((await post('x', { headers: { 'Content-Encoding': 'gzip' } })).status, 415);
      assert.equal((await post('x', { query: `?name=${'x'.repeat(256)}` })).status, 422);
    });

    it("413 when a person's unattached files exceed 200 MB, until a file is deleted", async () => {
      const { id } = await upload('x', { as: 'admin' });
      await api().database.transaction(writes =>
        writes
          .updateTable('attachments')
          .set({ size: maxUnattachedBytes - 2 })
          .where('id', '=', id)
          .execute(),
      );
      assert.equal((await post('1234', { as: 'admin' })).body.code, 41302);
      const attempts = await Promise.all(['1', '2', '3', '4'].map(text => post(text, { as: 'admin' })));
      assert.deepEqual(attempts.map(({ status }) => status).sort(), [201, 201, 413, 413]);
      assert.equal((await api().call('DELETE', `/v1/attachments/${id}`, { as: 'admin' })).status, 204);
      assert.equal((await post('1234', { as: 'admin' })).status, 201);
    });

    it('201 for a copy of a visible file; 422 for a copy of a hidden or unknown file, and for a copy with a body', async () => {
      const { id } = await upload('Copied');
      await attach(id);
      const copy = await api().call<Attachment>('POST', `/v1/attachments?copy_of=${id}`, { as: 'admin' });
      assert.deepEqual([copy.status, copy.body.sha256, copy.body.name], [201, hash('Copied'), 'a.txt']);
      const hidden = await upload('Hidden');
      for (const [query, as] of [
        [hidden.id, 'admin'],
        ['nowhere', 'agent'],
      ] as const)
        assert.equal(
          (await api().call('POST', `/v1/attachments?copy_of=${query}`, { as })).body.errors?.[0]?.code,
          1013,
        );
      assert.equal((await post('x', { query: `?copy_of=${id}` })).status, 422);
    });
  });

  it('the tests above leave a consistent database', async () => {
    assert.deepEqual(await findInconsistencies(), []);
  });
});
