import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UpdateEvent } from './events.ts';
import { toPatch } from './patch-ticket.ts';

const polled: UpdateEvent = {
  ...{ id: '7', type: 'ticket.updated', resource: 'ticket', resource_id: '1042', ticket_id: '1042', version: 3 },
  ...{ person_id: '1', created_at: '2026-11-28T10:00:00.000Z' },
};
const update: UpdateEvent = { ...polled, changes: { priority: { old: 'low', new: 'high' } } };

describe('toPatch', () => {
  it('returns the changed fields, the version and the time', () => {
    const fields = { priority: 'high', version: 3, updated_at: update.created_at };
    assert.deepEqual(toPatch(update), { id: '1042', version: 3, fields });
  });

  const digest = { length: 5000, sha256: 'f'.repeat(64) };
  const incomplete: [title: string, event: UpdateEvent][] = [
    ['an event of a poll', polled],
    ['a long value', { ...polled, changes: { description: { old: '', new: digest } } }],
    ['a field that other fields depend on', { ...polled, changes: { state: { old: 'open', new: 'pending' } } }],
    ['a closed ticket', { ...update, type: 'ticket.closed' }],
  ];
  for (const [title, event] of incomplete) {
    it(`returns null for ${title}`, () => assert.equal(toPatch(event), null));
  }
});
