import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combineEdits, type PendingEdit } from './pending-edits.ts';
import type { TicketChange } from './ticket-fields.ts';

const edit = (key: string, seen: TicketChange, change: TicketChange, sent = false): PendingEdit => ({
  key,
  seen: { id: '1042', version: 3, ...seen },
  change,
  yields: false,
  sent,
});

describe('edits combined into one', () => {
  const combined = combineEdits(edit('a', { priority: 'low', subject: 'A', tags: ['x'] }, { priority: 'high' }, true), [
    edit('b', { priority: 'high', subject: 'A', tags: ['x'] }, { subject: 'B', tags: ['x', 'y'] }),
    edit('c', { priority: 'high', subject: 'B', tags: ['x', 'y'] }, { priority: 'urgent', tags: ['y'] }),
  ]);

  it('contain the last value of each field', () => {
    assert.deepEqual(combined.change, { priority: 'urgent', subject: 'B', tags: ['y'] });
  });

  it('are based on the first seen value of each field', () => {
    assert.deepEqual(combined.seen, { id: '1042', version: 3, priority: 'low', subject: 'A', tags: ['x'] });
  });

  it('have the key of the first edit, and count as sent if any edit was sent', () => {
    assert.equal(combined.key, 'a');
    assert.equal(combined.sent, true);
  });
});
