import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOutgoing } from './describe-outgoing.ts';

it('describeOutgoing calls a scheduled mail neither held nor failed', () => {
  const describe = (reason: 'restored' | null) =>
    describeOutgoing({ state: 'held', reason, last_response: null, recipients: [] }).label;
  assert.deepEqual([describe(null), describe('restored')], ['Scheduled', 'Held']);
});
