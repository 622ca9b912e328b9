import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeCode, createSeed, findStep, getTimeStep, isSeed, toSeedUri } from './totp.ts';

/** The seed of RFC 6238, appendix B, in base32. */
const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** The test vectors of RFC 6238, appendix B. Each code is the last six of eight digits. */
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('a code of an authenticator app', () => {
  for (const [seconds, code] of vectors)
    it(`is ${code} at second ${seconds}, as in RFC 6238`, () => {
      assert.equal(computeCode(seed, getTimeStep(seconds * 1000)), code);
      assert.equal(findStep(seed, ` ${code.slice(0, 3)} ${code.slice(3)}`, seconds * 1000), Math.floor(seconds / 30));
    });

  it('is accepted one step before and after its own step, and rejected two steps away', () => {
    const step = 1_000_000;
    const code = computeCode(seed, step);
    const start = step * 30_000;
    for (const [offset, expected] of [
      [-30_001, null],
      [-30_000, step],
      [0, step],
      [59_999, step],
      [60_000, null],
      [90_000, null],
      [-90_000, null],
    ] as const)
      assert.equal(findStep(seed, code, start + offset), expected, String(offset));
  });

  it('is rejected if it is incorrect, empty, too short, too long or not in ASCII digits', () => {
    for (const code of ['', '0', '0287082', '28708２', '-87082', '287083'])
      assert.equal(findStep(seed, code, 59_000), null);
  });
});

describe('a seed', () => {
  it('is random and has 160 bits in base32', () => {
    const seeds = Array.from({ length: 100 }, createSeed);
    assert.ok(seeds.every(isSeed));
    assert.equal(new Set(seeds).size, seeds.length);
    assert.equal(new Set(seeds.join('')).size, 32, 'every character occurs');
  });

  it('has an otpauth URI with the escaped name of the desk and the account', () => {
    assert.equal(
      toSeedUri(seed, { issuer: 'Stardesk desk.example', email: 'a&b@desk.example' }),
      `otpauth://totp/Stardesk%20desk.example%3Aa%26b%40desk.example?secret=${seed}&issuer=Stardesk%20desk.example`,
    );
  });

  it('has an otpauth URI with a single colon, even if the name of the desk has colons', () => {
    assert.equal(
      toSeedUri(seed, { issuer: 'Acme: Support localhost:3000', email: 'a@desk.example' }),
      `otpauth://totp/Acme%20Support%20localhost%203000%3Aa%40desk.example?secret=${seed}&issuer=Acme%20Support%20localhost%203000`,
    );
  });
});
