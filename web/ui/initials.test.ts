import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getInitials } from './initials.ts';

it('getInitials returns whole letters of the first and the last word, whatever their script', () => {
  const names = ['Mara Okafor', 'ada', 'Jean-Luc de la Cour', 'Je\u0301ro\u0302me', 'नोरा', '𐐨da 𝔹orn', '42', '👍', ''];
  assert.deepEqual(names.map(getInitials), ['MO', 'A', 'JC', 'J', 'न', '𐐀𝔹', '4', '', '']);
});
