import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeRemaining, describeRemoval } from './sample-texts.ts';

const data = { tickets: 64, gists: 1, people: 3, in_use: 0, removal: null };

describe('the removal of the sample data', () => {
  it('names every effect with its number', () => {
    const describeEffects = (change: object) => describeRemoval({ ...data, ...change }).split('. It cannot')[0];
    assert.equal(describeEffects({}), 'This deletes 64 tickets and 1 gist, and disables 3 people');
    assert.equal(describeEffects({ tickets: 0 }), 'This deletes 1 gist, and disables 3 people');
    assert.equal(describeEffects({ tickets: 0, gists: 0, people: 1 }), 'This disables 1 person');
    assert.equal(describeEffects({ tickets: 0, gists: 0, people: 0 }), 'Nothing is deleted.');
  });

  it('names the number of items that are not removed', () => {
    assert.deepEqual([0, 1, 2].map(describeRemaining), [
      '',
      '1 item that someone changed or uses is not removed.',
      '2 items that someone changed or uses are not removed.',
    ]);
  });
});
