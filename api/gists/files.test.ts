import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist } from '#contract';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

const kibibyte = 1024;
const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.txt`, { content: String(n) }]));

forEachApi(api => {
  const post = (files: unknown) => api().call<Gist>('POST', '/v1/gists', { body: { files } });
  const patch = (id: string, files: unknown) => api().call<Gist>('PATCH', `/v1/gists/${id}`, { body: { files } });

  describe('file names', () => {
    it('201 for 1 to 255 code points without a slash or a control character', async () => {
      const names = ['a', '.', '..', ' ', 'a\\b', '7', 'constructor', 'Å.md', 'two\u2028lines', '📄'.repeat(255)];
      const { status, body } = await post(Object.fromEntries(names.map(name => [name, { content: name }])));
      assert.equal(status, 201);
      assert.deepEqual(Object.keys(body.files).sort(), [...names].sort());
      for (const name of names) assert.equal(body.files[name]?.content, name);
    });

    it('422 with a specific code for any other name', async () => {
      for (const [name, code] of [
        ['', 1003],
        ['📄'.repeat(256), 1004],
        ['a/b', 1014],
        ['a\tb', 1014],
        ['a\u0085b', 1014],
        ['a\u0000', 1014],
        ['\ud800', 1014],
      ] as const) {
        const response = await post({ [name]: { content: 'x' }, 'fine.md': { content: 'x' } });
        assert.deepEqual(getStatusAndFieldErrors(response), [422, [[`files.${name}`, code]]]);
      }
    });

    it('422 in POST and PATCH for a file named __proto__, which would be lost', async () => {
      const { id } = (await post({ 'a.md': { content: 'a' } })).body;
      const files = { 'a.md': { content: 'a' }, ['__proto__']: { content: 'b' } };
      for (const response of [await post(files), await patch(id, files)])
        assert.deepEqual(getStatusAndFieldErrors(response), [422, [['files.__proto__', 1015]]]);
    });

    it('201 for 50 files, 422 for 51, even when added by PATCH', async () => {
      assert.deepEqual(getStatusAndFieldErrors(await post(numbered(51))), [422, [['files', 1004]]]);
      const { status, body } = await post(numbered(50));
      assert.deepEqual([status, Object.keys(body.files).length], [201, 50]);
      assert.deepEqual(getStatusAndFieldErrors(await patch(body.id, { 'more.md': { content: '' } })), [
        422,
        [['files', 1004]],
      ]);
      const swapped = await patch(body.id, { 'more.md': { content: '' }, '0.txt': null });
      assert.deepEqual([swapped.status, Object.keys(swapped.body.files).length], [200, 50]);
    });
  });

  describe('file contents', () => {
    it('201 with `size` in bytes, from 0 to 512 KiB; 422 above', async () => {
      for (const [content, size] of [
        ['', 0],
        ['x'.repeat(512 * kibibyte), 512 * kibibyte],
        ['é'.repeat(256 * kibibyte), 512 * kibibyte],
        ['🎫', 4],
      ] as const) {
        const { status, body } = await post({ 'a.txt': { content } });
        assert.deepEqual([status, body.files['a.txt']?.size, body.files['a.txt']?.content], [201, size, content]);
      }
      for (const content of ['x'.repeat(512 * kibibyte + 1), `${'é'.repeat(256 * kibibyte)}x`]) {
        assert.deepEqual(getStatusAndFieldErrors(await post({ 'a.txt': { content } })), [
          422,
          [['files.a.txt.content', 1004]],
        ]);
      }
    });

    it('200 for 1 MiB in total, 422 above 1 MiB', async () => {
      const { body } = await post({ 'a.txt': { content: 'x'.repeat(512 * kibibyte) } });
      const full = await patch(body.id, { 'b.txt': { content: 'x'.repeat(512 * kibibyte) } });
      assert.deepEqual([full.status, full.body.version], [200, 2]);
      assert.deepEqual(getStatusAndFieldErrors(await patch(body.id, { 'c.txt': { content: 'x' } })), [
        422,
        [['files', 1004]],
      ]);
      assert.equal((await patch(body.id, { 'c.txt': { content: 'x' }, 'b.txt': null })).status, 200);
    });

    it('422 for an invalid file and for missing or invalid content', async () => {
      for (const [file, field, code] of [
        [null, 'files.a.md', 1011],
        ['text', 'files.a.md', 1002],
        [{}, 'files.a.md.content', 1001],
        [{ content: null }, 'files.a.md.content', 1011],
        [{ content: 7 }, 'files.a.md.content', 1002],
        [{ content: 'a\0b' }, 'files.a.md.content', 1014],
        [{ content: 'x', mode: '755' }, 'files.a.md.mode', 1007],
      ] as const) {
        assert.deepEqual(getStatusAndFieldErrors(await post({ 'a.md': file })), [422, [[field, code]]]);
      }
      for (const [files, code] of [
        [undefined, 1001],
        [null, 1011],
        [[], 1002],
        ['a.md', 1002],
        [{}, 1003],
      ] as const) {
        assert.deepEqual(getStatusAndFieldErrors(await post(files)), [422, [['files', code]]]);
      }
    });
  });

  describe('PATCH of files', () => {
    it('200 without a new version for `files` without members, the same content, or null for an unknown file', async () => {
      const { body } = await post({ 'a.md': { content: 'A' }, 'b.md': { content: 'B' } });
      for (const files of [{}, { 'a.md': { content: 'A' } }, { 'c.md': null }]) {
        const response = await patch(body.id, files);
        assert.deepEqual([response.status, response.body], [200, body]);
      }
    });

    it('200 leaves other files unchanged; 422 for deleting the last file', async () => {
      const { body } = await post({ 'a.md': { content: 'A' }, 'b.md': { content: 'B' } });
      const response = await patch(body.id, { 'b.md': null, 'c.py': { content: 'c' } });
      const python = { content: 'c', size: 1, language: 'Python', type: 'text/x-python' };
      assert.deepEqual(response.body.files, { 'a.md': body.files['a.md'], 'c.py': python });
      assert.deepEqual(getStatusAndFieldErrors(await patch(body.id, { 'a.md': null, 'c.py': null })), [
        422,
        [['files', 1003]],
      ]);
      assert.deepEqual(getStatusAndFieldErrors(await patch(body.id, null)), [422, [['files', 1011]]]);
      assert.deepEqual((await api().call('GET', `/v1/gists/${body.id}`)).body, response.body);
    });
  });

  describe('the read-only members of a file', () => {
    it('200 when the body repeats the stored members, even with new content', async () => {
      const { body } = await post({ 'a.md': { content: 'A' } });
      const files = { 'a.md': { ...body.files['a.md'], content: 'Another' } };
      for (const method of ['PUT', 'PATCH']) {
        const response = await api().call<Gist>(method, `/v1/gists/${body.id}`, { body: { files } });
        assert.deepEqual([response.status, response.body.files['a.md']?.size], [200, 7]);
        files['a.md'] = { ...response.body.files['a.md'], content: 'Another' };
      }
    });

    it('422 for changed members, and for members of a new file', async () => {
      const { body } = await post({ 'a.md': { content: 'A' } });
      const path = `/v1/gists/${body.id}`;
      for (const [files, field] of [
        [{ 'a.md': { content: 'A', size: 2 } }, 'files.a.md.size'],
        [{ 'a.md': { content: 'A', language: null } }, 'files.a.md.language'],
        [{ 'b.md': { content: 'B', type: 'text/markdown' } }, 'files.b.md.type'],
      ] as const) {
        for (const [method, at] of [
          ['PUT', path],
          ['PATCH', path],
          ['PUT', '/v1/gists/new'],
          ['POST', '/v1/gists'],
        ] as const) {
          const response = await api().call(method, at, { body: { files } });
          assert.deepEqual(getStatusAndFieldErrors(response), [422, [[field, 1008]]], method);
        }
      }
      assert.deepEqual((await api().call('GET', path)).body, body);
    });
  });
});
