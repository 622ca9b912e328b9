import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { encodeLocation } from '../files/driver.ts';
import { forEachApi } from '../testing/api.ts';
import { createAttachmentSteps, hash } from './testing/attachment-steps.ts';

forEachApi(api => {
  const { upload, get } = createAttachmentSteps(api);

  describe('GET of the content', () => {
    const text = '0123456789';
    let url: string;
    before(async () => {
      url = `${(await upload(text, { query: '?name=Ärger.txt' })).url}/content`;
    });
    const read = async (headers: Record<string, string>, method = 'GET') => {
      const response = await api().call(method, url, { headers });
      return [response.status, response.text, response.headers.get('content-range')];
    };

    it('200 as a download, with the length, type and name of the file', async () => {
      const { headers } = await get(url);
      const names = ['content-length', 'content-type', 'content-disposition', 'accept-ranges', 'etag'];
      assert.deepEqual(
        names.map(name => headers.get(name)),
        [
          ...['10', 'application/octet-stream', `attachment; filename="_rger.txt"; filename*=UTF-8''%C3%84rger.txt`],
          ...['bytes', `"${hash(text).slice(0, 32)}"`],
        ],
      );
    });

    it('206 for a single range; 200 with the whole file for several or malformed ranges', async () => {
      assert.deepEqual(await read({ Range: 'bytes=0-0' }), [206, '0', 'bytes 0-0/10']);
      assert.deepEqual(await read({ Range: 'bytes=2-4' }), [206, '234', 'bytes 2-4/10']);
      assert.deepEqual(await read({ Range: 'bytes=9-' }), [206, '9', 'bytes 9-9/10']);
      assert.deepEqual(await read({ Range: 'bytes=7-99' }), [206, '789', 'bytes 7-9/10']);
      assert.deepEqual(await read({ Range: 'bytes=-2' }), [206, '89', 'bytes 8-9/10']);
      assert.deepEqual(await read({ Range: 'bytes=-99' }), [206, text, 'bytes 0-9/10']);
      for (const Range of ['bytes=0-1,3-4', 'lines=0-1', 'bytes=4-2', 'bytes=-', 'bytes=x'])
        assert.deepEqual(await read({ Range }), [200, text, null], Range);
    });

    it('416 for a range after the end, and for the last 0 bytes', async () => {
      for (const Range of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
        const [status, , contentRange] = await read({ Range });
        assert.deepEqual([status, contentRange], [416, 'bytes */10'], Range);
      }
    });

    it('500 without headers of the file if its bytes are missing, for GET and HEAD', async () => {
      const { sha256, url: missing } = await upload('Missing bytes');
      const locations = encodeLocation('disk') + encodeLocation('database');
      // Points the row to the other file store, which lacks the bytes. A second call undoes this.
      const swapLocation = () =>
        api().database.transaction(writes =>
          writes
            .updateTable('stored_files')
            .set(({ eb, lit }) => ({ location: eb(lit(locations), '-', eb.ref('location')) }))
            .where('sha256', '=', sha256)
            .execute(),
        );
      await swapLocation();
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await api().call(method, `${missing}/content`);
        const names = ['content-type', 'cache-control', 'etag', 'accept-ranges', 'content-disposition'];
        assert.deepEqual(
          [status, ...names.map(name => headers.get(name))],
          [500, 'application/json; charset=utf-8', 'no-store', null, null, null],
        );
      }
      await swapLocation();
    });

    it('304 for the same bytes; 206 with If-Range only for the same bytes', async () => {
      const etag = (await get(url)).headers.get('etag') ?? '';
      assert.deepEqual(await read({ 'If-None-Match': etag }), [304, '', null]);
      assert.deepEqual(await read({ 'If-Range': etag, Range: 'bytes=9-' }), [206, '9', 'bytes 9-9/10']);
      assert.deepEqual(await read({ 'If-Range': '"other"', Range: 'bytes=9-' }), [200, text, null]);
      assert.deepEqual(await read({ 'If-Range': `W/${etag}`, Range: 'bytes=9-' }), [200, text, null]);
    });

    it('200 for HEAD with the headers of the whole file, without bytes', async () => {
      const response = await api().call('HEAD', url, { headers: { Range: 'bytes=0-0' } });
      assert.deepEqual([response.status, response.text, response.headers.get('content-length')], [200, '', '10']);
    });

    it('409 while the scan is pending, 403 if the file is infected, even with If-None-Match', async () => {
      const { id } = await upload('Eicar');
      const path = `/v1/attachments/${id}/content`;
      const etag = (await get(path)).headers.get('etag') ?? '';
      const setScan = (scan: number) =>
        api().database.transaction(writes =>
          writes.updateTable('attachments').set({ scan }).where('id', '=', id).execute(),
        );
      await setScan(1);
      const pending = await get(path, 'agent', { 'If-None-Match': etag });
      assert.deepEqual([pending.status, pending.headers.get('retry-after')], [409, '5']);
      await setScan(3);
      assert.equal((await get(path, 'agent', { 'If-None-Match': etag })).status, 403);
      await setScan(0);
    });
  });
});
