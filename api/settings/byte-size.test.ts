import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatByteSize, parseByteSize } from '#contract/byte-size';

describe('a size in bytes', () => {
  it('is parsed with and without a unit', () => {
    const texts = ['26214400', '25MB', ' 25 mb ', '0.5 GB', '1 KB', '7 bytes'];
    assert.deepEqual(texts.map(parseByteSize), [26_214_400, 26_214_400, 26_214_400, 536_870_912, 1024, 7]);
  });

  it('is null for malformed text', () => {
    for (const text of ['', 'MB', '-1', '1,5 MB', '25 TB', '1 2', '1e3', '9'.repeat(16)])
      assert.equal(parseByteSize(text), null, text);
  });

  it('is formatted without rounding', () => {
    const sizes = [26_214_400, 10 * 1024 ** 3, 1.25 * 1024 ** 2, 1024, 1000, 26_214_401, 20_000_000, 0];
    const texts = sizes.map(formatByteSize);
    assert.deepEqual(texts, [
      '25 MB',
      '10 GB',
      '1.25 MB',
      '1 KB',
      '1000 bytes',
      '26214401 bytes',
      '20000000 bytes',
      '0 bytes',
    ]);
    assert.deepEqual(texts.map(parseByteSize), sizes);
  });
});
