import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cutText } from '#contract/cut-text';

it('cutText shortens a text, but never in the middle of a character', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map(length => cutText('a👍b', length)),
    ['', 'a', 'a', 'a👍', 'a👍b', 'a👍b'],
  );
});
