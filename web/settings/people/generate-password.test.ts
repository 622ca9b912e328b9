import assert from 'node:assert/strict';
import { it } from 'node:test';
import { generatePassword } from './generate-password.ts';

it('generatePassword returns different passwords of 20 unambiguous characters', () => {
  const passwords = Array.from({ length: 100 }, generatePassword);
  assert.equal(new Set(passwords).size, passwords.length);
  for (const password of passwords) assert.match(password, /^([2-9a-km-np-z]{4}-){4}[2-9a-km-np-z]{4}$/);
});
