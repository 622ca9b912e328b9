import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withoutUndone } from './without-undone.ts';

const createEvent = (type: `message.${'created' | 'updated' | 'deleted'}`, second: number, personId = '1') => ({
  type,
  resource_id: '9',
  person_id: personId,
  created_at: new Date(second * 1000).toISOString(),
});
const created = [createEvent('message.created', 0)];

it('withoutUndone leaves out the events of a message that its author deleted within 15 seconds', () => {
  assert.deepEqual(withoutUndone([createEvent('message.updated', 8), createEvent('message.deleted', 9)], created), []);
});

it('withoutUndone returns later deletions, and deletions by other people', () => {
  const events = [createEvent('message.deleted', 60), createEvent('message.deleted', 9, '2')];
  assert.deepEqual(withoutUndone(events, created), events);
});
