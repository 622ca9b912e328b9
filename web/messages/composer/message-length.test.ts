import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countExcessCharacters } from './message-length.ts';

it('countExcessCharacters counts code points, like the API', () => {
  assert.equal(countExcessCharacters('😀'.repeat(65_535)), 0);
  assert.equal(countExcessCharacters('😀'.repeat(65_536)), 1);
  assert.equal(countExcessCharacters('a'.repeat(65_540)), 5);
});
