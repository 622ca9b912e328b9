import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';

const list = '/v1/tickets?per_page=100&fields=id,version&pretty=false';

forEachApi(api => {
  describe('the ETag of a list during concurrent writes', () => {
    it('304 only when the reader has the current list', async () => {
      const { call } = api();
      const writing = Promise.all(
        Array.from({ length: 6 }, async (_, writer) => {
          for (let n = 0; n < 8; n++)
            await call('PUT', `/v1/tickets/w${writer}-${n % 3}`, { body: { subject: `${n}` } });
        }),
      );
      let isOver = false;
      void writing.then(() => {
        isOver = true;
      });
      /** Polls like a client with a cache, and returns its last copy. */
      const read = async (): Promise<string> => {
        let [copy, etag] = ['', '"none"'];
        for (let last = false; ; last = isOver) {
          const { status, text, headers } = await call('GET', list, { headers: { 'If-None-Match': etag } });
          if (status === 200) [copy, etag] = [text, headers.get('etag') ?? ''];
          if (last) return copy;
        }
      };
      const copies = await Promise.all(Array.from({ length: 4 }, read));
      await writing;
      const { text } = await call('GET', list);
      assert.deepEqual(copies, [text, text, text, text]);
      assert.equal(JSON.parse(text).length, 18);
    });
  });
});
