import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UpdateEvent } from './events.ts';
import { affectsList, toPatch } from './patch-ticket.ts';

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

describe('affectsList', () => {
  const patch = toPatch(update);
  const lists: [filter: Parameters<typeof affectsList>[1], isAffected: boolean][] = [
    [{ state: 'open', sort: '-priority,created_at' }, true],
    [{ state: 'open', sort: 'created_at' }, false],
    [{ priority: 'high' }, true],
    [{ tag: 'billing', assignee_id: 'me' }, false],
    [{ sort: '-updated_at' }, true],
    [{ q: 'invoice' }, true],
    [{ updated_since: '2026-11-01T00:00:00Z' }, true],
    [{}, false],
  ];
  for (const [filter, isAffected] of lists) {
    it(`returns ${isAffected} for ${JSON.stringify(filter)} after a change of the priority`, () =>
      assert.equal(patch && affectsList(patch, filter), isAffected));
  }
});
