import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  describe('an address without its version', () => {
    it('308 to the real place with the whole query, question marks in it too', async () => {
      const moved = await api().call('GET', '/tickets?q=why?&state=open');
      assert.equal(moved.status, 308);
      assert.equal(moved.headers.get('location'), `${api().url}/v1/tickets?q=why?&state=open`);
    });
  });
});
