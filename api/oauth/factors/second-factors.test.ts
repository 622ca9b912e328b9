import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSecrets } from '../../secrets/secrets.ts';
import { forEachEngine } from '../../testing/engines.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createSecondFactors } from './second-factors.ts';
import { computeCode, createSeed, getTimeStep } from './totp.ts';

forEachEngine(database => {
  const clock = createTestClock();
  clock.freeze();
  const secrets = createSecrets(testSecretKeys);
  const factors = () => createSecondFactors({ database: database(), secrets, notify: async () => {} }, clock.now);
  const seed = createSeed();
  const codeAt = (offset: number) => computeCode(seed, getTimeStep(clock.now()) + offset);
  let count = 0;

  /** Sets up an app, and advances the clock to its next code. */
  const enrol = async () => {
    const id = `person-${++count}`;
    const codes = await factors().enrol(id, { seed, code: codeAt(0) });
    assert.ok(codes);
    clock.advance(30_000);
    return { id, codes, use: (code: string, attempt: string) => factors().use(id, { code }, attempt) };
  };
  const readUnused = async (id: string) => (await factors().list(id))[0]?.unusedRecoveryCodes;

  describe('an authenticator app', () => {
    it('is set up only with a valid code, and only once', async () => {
      assert.equal(await factors().enrol('late', { seed, code: codeAt(-2) }), null);
      const two = await Promise.all([1, 2].map(() => factors().enrol('late', { seed, code: codeAt(0) })));
      assert.deepEqual(two.map(codes => codes?.length ?? 0).sort(), [0, 10]);
      assert.equal(await readUnused('late'), 10);
    });

    it('accepts each code once, rejects codes of earlier steps, and accepts a repeated code in the same sign-in', async () => {
      const { id, use } = await enrol();
      assert.equal(await use(codeAt(-1), 'first'), false, 'the code that set it up');
      const concurrent = await Promise.all(['first', 'second', 'third'].map(attempt => use(codeAt(0), attempt)));
      assert.deepEqual(concurrent.filter(Boolean), [true]);
      const winner = ['first', 'second', 'third'][concurrent.indexOf(true)] ?? '';
      assert.deepEqual([await use(codeAt(0), winner), await use(codeAt(0), 'other')], [true, false]);
      assert.deepEqual([await use(codeAt(1), 'next'), await use(codeAt(0), winner)], [true, false]);
      assert.deepEqual(
        [await use(codeAt(3), 'fast'), await use(codeAt(-3), 'slow')],
        [false, false],
        '90 seconds away',
      );
      assert.equal((await factors().list(id))[0]?.lastUsedAt, clock.now());
      assert.equal(await factors().use('unknown', { code: codeAt(0) }, 'first'), false);
    });

    it('has ten recovery codes; each works once, in either letter case, with hyphens or spaces', async () => {
      const [{ id, codes }, other] = [await enrol(), await enrol()];
      assert.equal(new Set([...codes, ...other.codes]).size, 20);
      const use = (recoveryCode: string, attempt: string) => factors().use(id, { recoveryCode }, attempt);
      const [first = '', second = ''] = codes;
      assert.equal(await use(` ${first.toUpperCase().replaceAll('-', ' ')}`, 'a'), true);
      assert.deepEqual([await use(first, 'a'), await use(first, 'b')], [true, false]);
      assert.deepEqual([await use('', 'b'), await use(other.codes[0] ?? '', 'b')], [false, false]);
      assert.equal(await readUnused(id), 9);
      const renewed = await factors().renewCodes(id);
      assert.deepEqual([await use(second, 'c'), await use(renewed?.[0] ?? '', 'c')], [false, true]);
    });

    it('is removed with its seed and its recovery codes', async () => {
      const { id, codes, use } = await enrol();
      assert.deepEqual([await factors().remove(id, 'app'), await factors().remove(id, 'app')], [true, false]);
      assert.equal(await use(codeAt(0), 'a'), false);
      assert.equal(await factors().use(id, { recoveryCode: codes[0] ?? '' }, 'a'), false);
      assert.equal(await factors().renewCodes(id), null);
      const names = database().read.selectFrom('sealed_secrets').select('name');
      assert.deepEqual(await names.where('name', 'like', `person.${id}.%`).execute(), []);
    });
  });
});
