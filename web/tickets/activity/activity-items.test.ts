import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findLastEdits, groupActivity } from './activity-items.ts';
import type { ActivityEvent } from './queries.ts';

const at = (clock: string): string => `2026-11-20T${clock}:00.000Z`;

let counter = 0;
const createEvent = (
  clock: string,
  personId: string,
  changes: ActivityEvent['changes'],
  type: ActivityEvent['type'] = 'ticket.updated',
) => ({
  id: String(++counter),
  type,
  resource_id: '9',
  person_id: personId,
  created_at: at(clock),
  changes,
});
const raise = { priority: { old: 'normal', new: 'urgent' } };
const lower = { priority: { old: 'urgent', new: 'low' } };
const assign = { assignee_id: { old: null, new: '2' } };

const summarize = (groups: ReturnType<typeof groupActivity>) =>
  groups.map(items =>
    items.map(({ personId, fields, deletedMessages }) => [personId, Object.keys(fields).join(), deletedMessages]),
  );

describe('a ticket’s activity', () => {
  it('merges changes by one person at most five minutes apart: first old value, last new value', () => {
    const [items] = groupActivity(
      [createEvent('09:00', '1', raise), createEvent('09:03', '1', assign), createEvent('09:07', '1', lower)],
      [],
    );
    assert.equal(items?.length, 1);
    assert.deepEqual(items?.[0]?.fields, { ...assign, priority: { old: 'normal', new: 'low' } });
    assert.equal(items?.[0]?.at, at('09:07'));
  });

  it('separates changes with a pause, another person’s change or a message between them', () => {
    const events = [
      createEvent('09:00', '1', raise),
      createEvent('09:06', '1', assign),
      createEvent('09:07', '2', lower),
      createEvent('09:08', '1', raise),
      createEvent('09:10', '1', assign),
    ];
    assert.deepEqual(
      groupActivity(events, [at('09:09')]).map(items => items.length),
      [4, 1],
    );
  });

  it('leaves out changes that were reverted within five minutes', () => {
    const reverted = { priority: { old: 'urgent', new: 'normal' } };
    assert.deepEqual(groupActivity([createEvent('09:00', '1', raise), createEvent('09:01', '1', reverted)], []), [[]]);
    const [later] = groupActivity([createEvent('09:00', '1', raise), createEvent('09:20', '1', reverted)], []);
    assert.equal(later?.length, 2);
  });

  it('contains the changed files of a message, but not its text', () => {
    const files = { attachment_ids: { old: null, new: ['12'] } };
    const changes = { ...files, body: { old: 'a', new: 'b' } };
    const [items] = groupActivity([createEvent('09:00', '1', changes, 'message.updated')], []);
    assert.deepEqual(
      items?.map(({ fields }) => fields),
      [{ 'files of 9': files.attachment_ids }],
    );
  });

  it('counts deleted messages and reports message edits separately', () => {
    const events = [
      createEvent('09:00', '1', {}, 'message.deleted'),
      createEvent('09:01', '1', {}, 'message.deleted'),
      createEvent('09:02', '2', { body: { old: 'a', new: 'b' } }, 'message.updated'),
    ];
    assert.deepEqual(summarize(groupActivity(events, [])), [[['1', '', 2]]]);
    assert.deepEqual(findLastEdits(events), {
      messages: new Map([['9', { personId: '2', at: at('09:02') }]]),
      description: null,
    });
  });

  it('loses no change and moves no change across a message', () => {
    const minutes = fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 30 }).map(all => all.sort((a, b) => a - b));
    const toTime = (minute: number) => new Date(Date.parse(at('00:00')) + minute * 60_000).toISOString();
    fc.assert(
      fc.property(minutes, minutes, fc.array(fc.integer({ min: 1, max: 3 })), (edits, messages, people) => {
        const events = edits.map((minute, index) => ({
          ...createEvent('00:00', String(people[index] ?? 1), {
            subject: { old: String(index), new: String(index + 1) },
          }),
          created_at: toTime(minute),
        }));
        const groups = groupActivity(events, messages.map(toTime));
        assert.equal(groups.length, messages.length + 1);
        for (const [index, items] of groups.entries()) {
          for (const item of items) {
            if (index > 0) assert.ok(item.at >= toTime(messages[index - 1] ?? 0));
            if (index < messages.length) assert.ok(item.at < toTime(messages[index] ?? 0));
          }
        }
        const items = groups.flat();
        if (events.length > 0) assert.equal(items.at(-1)?.fields['subject']?.new, String(events.length));
        for (const [index, item] of items.entries()) {
          assert.equal(item.fields['subject']?.old, items[index - 1]?.fields['subject']?.new ?? '0');
        }
      }),
    );
  });
});
