import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatPosition, parsePosition } from './replay-position.ts';
import { shorten } from './shorten.ts';

const never = () => false;

describe('shortening a failing sequence', () => {
  it('keeps only the moves that are needed to fail', async () => {
    const sequences = fc.tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(sequences, async ([more, needed]) => {
        const last = Math.max(...needed);
        const all = Array.from({ length: last + more }, (_, place) => place);
        // The sequence fails at its last needed move, if all others precede it.
        const fails = async (places: readonly number[]) =>
          needed.every(place => places.includes(place)) ? places.indexOf(last) : null;
        const places = await shorten(all, async chosen => ((await fails(chosen)) === null ? null : last), never);
        assert.deepEqual(
          places,
          [...needed].sort((one, other) => one - other),
        );
      }),
    );
  });

  it('returns the whole sequence without time left or when it does not fail again', async () => {
    assert.deepEqual(
      await shorten(
        [0, 1, 2],
        async () => 2,
        () => true,
      ),
      [0, 1, 2],
    );
    assert.deepEqual(await shorten([0, 1, 2], async () => null, never), [0, 1, 2]);
  });
});

describe('a replay position', () => {
  it('is parsed as it was formatted', () => {
    for (const place of [
      { seed: 7, sequence: 3, moveIndexes: [0, 5] },
      { seed: 0, sequence: 0, moveIndexes: [] },
    ])
      assert.deepEqual(parsePosition(formatPosition(place)), place);
    assert.throws(() => parsePosition('7:3'), /as printed by a run/);
  });
});
