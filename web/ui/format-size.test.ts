import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatSize } from './format-size.ts';

it('formatSize rounds up, so that a size above a limit never looks equal to the limit', () => {
  const limit = 25 * 1024 * 1024;
  assert.deepEqual([1, 812, 1400, 1024 ** 2 - 1, limit, limit + 1, 10 * 1024 ** 3].map(formatSize), [
    '1 byte',
    '812 bytes',
    '1.4 KB',
    '1 MB',
    '25 MB',
    '25.1 MB',
    '10 GB',
  ]);
});
