import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forTheDeskCommand } from './testing/for-the-desk-command.ts';

forTheDeskCommand(desk => {
  describe('desk keys', () => {
    it('rotates', () => {
      assert.match(desk().json<{ kid: string }>('keys', 'rotate').kid, /^[\w-]{36}$/);
    });
  });
});
