import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crowdedOut, type KeptCookie } from './transaction-limits.ts';

const alive = (began: number, bytes = 300): KeptCookie => ({ name: `alive-${began}`, bytes, began });
const dead = (n: number): KeptCookie => ({ name: `dead-${n}`, bytes: 300, began: null });

describe('the cookies of sign-ins that must go for another one', () => {
  it('are none while there is room', () => {
    assert.deepEqual(crowdedOut([alive(1), alive(2), alive(3), alive(4)], 300), []);
  });

  it('are the oldest, in whatever order they come', () => {
    assert.deepEqual(crowdedOut([alive(3), alive(1), alive(5), alive(2), alive(4)], 300), ['alive-1']);
    assert.deepEqual(crowdedOut([alive(1, 3000), alive(2, 3000)], 3000), ['alive-1']);
  });

  it('are all dead ones', () => {
    assert.deepEqual(crowdedOut([dead(1), alive(1), dead(2)], 300), ['dead-1', 'dead-2']);
  });

  it('are five at the most, dead ones before the living', () => {
    const many = Array.from({ length: 9 }, (_, n) => dead(n));
    const going = crowdedOut([...many, ...[1, 2, 3, 4, 5].map(began => alive(began))], 300);
    assert.equal(going.length, 5);
    assert.ok(going.every(name => name.startsWith('dead')));
  });
});
