import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldEdits } from './fold-edits.ts';
import type { TicketChange } from './merge.ts';
import type { WaitingEdit } from './waiting-edits.ts';

const edit = (key: string, seen: TicketChange, change: TicketChange, sent = false): WaitingEdit => ({
  key,
  seen: { id: '1042', version: 3, ...seen },
  change,
  yields: false,
  sent,
});

describe('edits folded into one', () => {
  const folded = foldEdits(edit('a', { priority: 'low', subject: 'A', tags: ['x'] }, { priority: 'high' }, true), [
    edit('b', { priority: 'high', subject: 'A', tags: ['x'] }, { subject: 'B', tags: ['x', 'y'] }),
    edit('c', { priority: 'high', subject: 'B', tags: ['x', 'y'] }, { priority: 'urgent', tags: ['y'] }),
  ]);

  it('want what was wanted last', () => {
    assert.deepEqual(folded.change, { priority: 'urgent', subject: 'B', tags: ['y'] });
  });

  it('go by what was seen first, before any of them', () => {
    assert.deepEqual(folded.seen, { id: '1042', version: 3, priority: 'low', subject: 'A', tags: ['x'] });
  });

  it('stand in the place of the first, and may have been sent where one was', () => {
    assert.equal(folded.key, 'a');
    assert.equal(folded.sent, true);
  });
});
