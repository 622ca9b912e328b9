import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPauses } from './pauses.ts';

it('each failure of the store doubles the pause, from one second to ten, until the store works again', () => {
  const pauses = createPauses();
  assert.equal(pauses.isPaused(), false);
  assert.deepEqual(
    Array.from({ length: 6 }, () => pauses.start()),
    [1000, 2000, 4000, 8000, 10_000, 10_000],
  );
  assert.equal(pauses.isPaused(), true);
  pauses.reset();
  assert.deepEqual([pauses.isPaused(), pauses.start()], [false, 1000]);
});
