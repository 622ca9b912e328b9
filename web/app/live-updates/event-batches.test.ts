import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toBatches } from './event-batches.ts';

const event = (id: number) => ({ id: String(id), type: 'ticket.updated', data: `{"id":"${id}"}` });

describe('toBatches', () => {
  it('joins the events of a chunk, and moves past events that the person may not read', () => {
    const ready = { id: '7', type: 'ready', data: '{"id":"7"}' };
    const comment = { id: '11', type: '', data: '' };
    const events = [{ id: '8' }, { id: '9' }];
    assert.deepEqual([...toBatches(7, [ready, event(8), event(9), comment])], [{ after: 7, through: 11, events }]);
  });

  it('returns an empty batch for a heartbeat, and none for presence', () => {
    const presence = { id: '7', type: 'presence', data: '{}' };
    const heartbeat = { id: '7', type: '', data: '' };
    assert.deepEqual([...toBatches(7, [presence])], []);
    assert.deepEqual([...toBatches(7, [presence, heartbeat])], [{ after: 7, through: 7, events: [] }]);
  });

  it('starts a new batch at a reset, also to a lower id', () => {
    const reset = { id: '3', type: 'reset', data: '{"id":"3"}' };
    assert.deepEqual(
      [...toBatches(7, [event(8), reset, event(4)])],
      [
        { after: 7, through: 8, events: [{ id: '8' }] },
        { after: 3, through: 3, events: null },
        { after: 3, through: 4, events: [{ id: '4' }] },
      ],
    );
  });
});
