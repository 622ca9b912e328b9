import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPauses } from './pauses.ts';

it('each failure after a pause doubles the pause, from one second to ten, until the store works again', () => {
  let now = 0;
  const pauses = createPauses(() => now);
  const start = () => {
    const milliseconds = pauses.start();
    now += milliseconds;
    return milliseconds;
  };
  assert.equal(pauses.isPaused(), false);
  assert.deepEqual(Array.from({ length: 6 }, start), [1000, 2000, 4000, 8000, 10_000, 10_000]);
  pauses.reset();
  assert.deepEqual([pauses.isPaused(), pauses.start()], [false, 1000]);
});

it('a failure during a pause does not extend the pause', () => {
  let now = 0;
  const pauses = createPauses(() => now);
  pauses.start();
  now = 400;
  assert.equal(pauses.start(), 600);
  now = 1000;
  assert.equal(pauses.isPaused(), false);
});
