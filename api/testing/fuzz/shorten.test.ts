import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readPlace, writePlace } from './place.ts';
import { shorten } from './shorten.ts';

const never = () => false;

describe('a sequence that fails', () => {
  it('is made as short as those of its moves that it takes, wherever they are', async () => {
    const sequences = fc.tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(sequences, async ([more, needed]) => {
        const last = Math.max(...needed);
        const all = Array.from({ length: last + more }, (_, place) => place);
        // It fails at the last of those that are needed, when the others came before.
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

  it('stays as it is when there is no time, or it does not fail again', async () => {
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

describe('the place of a sequence', () => {
  it('is read as it was written', () => {
    for (const place of [
      { seed: 7, sequence: 3, places: [0, 5] },
      { seed: 0, sequence: 0, places: [] },
    ])
      assert.deepEqual(readPlace(writePlace(place)), place);
    assert.throws(() => readPlace('7:3'), /as a run printed it/);
  });
});
