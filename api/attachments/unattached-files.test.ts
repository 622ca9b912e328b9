import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachment, Limits } from '#contract';
import { defaultSettings } from '#contract/default-settings';
import type { Role } from '#contract/enums';
import { forEachApi } from '../testing/api.ts';
import { createAttachmentSteps } from './testing/attachment-steps.ts';

const { max_file_bytes: maxFileBytes } = defaultSettings.limits;

forEachApi(api => {
  const { upload, send, attach, get } = createAttachmentSteps(api);

  describe('an unattached file', () => {
    it('404 for other people, whose lists omit the file', async () => {
      const { id, url } = await upload('Private');
      for (const [method, path] of [
        ['GET', url],
        ['GET', `${url}/content`],
        ['DELETE', url],
      ] as const)
        assert.equal((await api().call(method, path, { as: 'admin' })).body.code, 40409);
      const list = async (as: Role) =>
        (await get<Attachment[]>('/v1/attachments?per_page=100', as)).body.map(file => file.id);
      assert.equal((await list('agent')).includes(id), true);
      assert.equal((await list('admin')).includes(id), false);
    });

    it('204 for DELETE by its uploader, then 410; 409 while it is on a message', async () => {
      const { id, url } = await upload('Deleted');
      assert.equal((await api().call('DELETE', url)).status, 204);
      assert.equal((await get(url)).body.code, 41008);
      assert.equal((await send([id])).status, 422);
      const used = await upload('Used');
      await attach(used.id);
      assert.equal((await api().call('DELETE', used.url)).body.code, 40911);
    });
  });

  it('200 for GET /limits with the bytes of the person’s unattached files', async () => {
    const read = async () => (await get<Limits>('/v1/limits')).body;
    const before = await read();
    await upload('12345');
    const after = await read();
    assert.equal(after.unattached_bytes.used - before.unattached_bytes.used, 5);
    assert.partialDeepStrictEqual(after, { max_file_bytes: maxFileBytes, max_message_files: 50, scanned: false });
    assert.equal(after.storage_bytes.used > 0, true);
  });
});
