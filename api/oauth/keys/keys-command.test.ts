import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDeskCommand } from '../testing/describe-desk-command.ts';

type Key = { kid: string; signs: string; created_at: string; state: string; since: string };

describeDeskCommand(desk => {
  describe('desk keys', () => {
    it('list shows the state of each key but no key material', async () => {
      const { runJson, run, database } = desk();
      const before = await runJson<Key[]>('keys', 'list');
      const { kid } = await runJson<Key>('keys', 'rotate');
      const after = await runJson<Key[]>('keys', 'list');
      const states = after.map(({ signs, state }) => `${signs} ${state}`);
      const expected = ['id_tokens published', 'id_tokens signing', 'cookies published', 'cookies signing'];
      assert.deepEqual(states, expected);
      assert.deepEqual([after[1], after[3]], before);
      assert.partialDeepStrictEqual(after[0], { kid, since: after[0]?.created_at });
      assert.match(
        (await run('keys', 'rotate')).stdout,
        /^Running servers start to use the new key [\w-]+ within minutes\.\n$/,
      );
      const { stdout } = await run('keys', 'list');
      assert.match(stdout, new RegExp(`^${kid}  ID tokens  \\d{4}-\\S+  published since \\d{4}-\\S+$`, 'm'));
      for (const { jwk } of await database.read.selectFrom('oauth_keys').select('jwk').execute()) {
        const { kid: _, kty, alg, use, n, e, ...secret } = JSON.parse(jwk) as Record<string, string>;
        for (const value of Object.values(secret)) {
          assert.ok(![stdout, JSON.stringify(after)].some(output => output.includes(value)));
        }
      }
    });
  });
});
