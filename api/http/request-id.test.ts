import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../testing/api.ts';

const generatedId = /^[A-Za-z0-9._-]{8,64}$/;

withApi(api => {
  const getRequestId = async (sentId: string, path = '/v1/rate_limit') =>
    (await api().call('GET', path, { headers: { 'X-Request-Id': sentId } })).headers.get('x-request-id');

  describe('X-Request-Id', () => {
    it('200 repeats a valid id of 8 to 64 letters, digits, dots, underscores and hyphens', async () => {
      for (const id of ['12345678', 'a.b_C-9'.padEnd(64, 'x')]) assert.equal(await getRequestId(id), id);
    });

    it('200 with a new id for any other value', async () => {
      const invalidIds = [
        '',
        '1234567',
        'x'.repeat(65),
        'has space',
        'semi;colon',
        'slash/es',
        'ümlaut-ä',
        '12345678, 12345678',
      ];
      const replacements = await Promise.all(invalidIds.map(id => getRequestId(encodeLatin1(id))));
      replacements.forEach((id, index) => {
        assert.match(id ?? '', generatedId, invalidIds[index]);
        assert.notEqual(id, invalidIds[index]);
      });
      assert.equal(new Set(replacements).size, invalidIds.length);
    });
  });
});

const encodeLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
