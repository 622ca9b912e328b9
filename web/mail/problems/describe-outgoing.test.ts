import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOutgoing } from './describe-outgoing.ts';

it('describeOutgoing distinguishes scheduled mail from held mail', () => {
  const describe = (reason: 'restored' | null) =>
    describeOutgoing({ state: 'held', reason, last_response: null, recipients: [] }).label;
  assert.deepEqual([describe(null), describe('restored')], ['Scheduled', 'Held']);
});
