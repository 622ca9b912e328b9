import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActivityItem, LogValue } from './activity-items.ts';
import { describeActivity } from './describe-activity.ts';

const names: Readonly<Record<string, string>> = { 1: 'Mara Okafor', 2: 'Jonas Weber', 3: 'Inês Duarte' };
const mara = { personId: '1', nameOf: (id: string) => names[id] ?? '' };

const describeChanges = (
  personId: string,
  fields: Record<string, [LogValue, LogValue]>,
  deletedMessages = 0,
): string | undefined => {
  const changes = Object.entries(fields).map(([name, [old, value]]) => [name, { old, new: value }]);
  const item: ActivityItem = {
    id: '1',
    personId,
    at: '2026-11-20T09:02:00Z',
    fields: Object.fromEntries(changes),
    deletedMessages,
  };
  return describeActivity(item, mara)?.text;
};

describe('activity as Mara reads it', () => {
  const cases: [actor: string, fields: Record<string, [LogValue, LogValue]>, text: string][] = [
    [
      '2',
      { priority: ['high', 'urgent'], assignee_id: [null, '1'] },
      'raised the priority to urgent and assigned it to you',
    ],
    ['2', { priority: ['high', 'low'] }, 'lowered the priority to low'],
    ['2', { assignee_id: ['1', '3'] }, 'assigned it to Inês Duarte'],
    ['2', { assignee_id: ['1', null] }, 'unassigned you'],
    ['2', { assignee_id: ['3', null] }, 'unassigned Inês Duarte'],
    ['2', { assignee_id: ['2', null] }, 'unassigned themselves'],
    ['1', { assignee_id: ['1', null] }, 'unassigned yourself'],
    ['1', { assignee_id: [null, '1'] }, 'took the ticket'],
    ['2', { assignee_id: [null, '2'] }, 'took the ticket'],
    ['2', { assignee_id: [null, '99'] }, 'assigned it to someone'],
    ['2', { state: ['open', 'closed'], closed_at: [null, 'now'] }, 'closed the ticket'],
    ['2', { state: ['closed', 'open'] }, 'reopened the ticket'],
    ['2', { state: ['pending', 'open'] }, 'set the ticket to open'],
    ['2', { state: ['closed', 'pending'] }, 'set the ticket to waiting'],
    ['2', { tags: [[], ['billing']] }, 'added the tag billing'],
    [
      '2',
      {
        tags: [
          ['a', 'b'],
          ['b', 'c', 'd'],
        ],
      },
      'added the tags c and d and removed the tag a',
    ],
    [
      '2',
      {
        tags: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      'reordered the tags',
    ],
    ['2', { subject: ['Hello', 'Refund'] }, 'changed the subject'],
    ['2', { description: ['', 'Hello'] }, 'wrote the description'],
    ['2', { description: ['Hello', ''] }, 'removed the description'],
    [
      '2',
      {
        description: [
          { length: 2000, sha256: 'x' },
          { length: 2001, sha256: 'y' },
        ],
      },
      'changed the description',
    ],
    ['2', { customer_name: ['Rui', 'Rui Carvalho'] }, 'changed the customer’s name to Rui Carvalho'],
    ['2', { customer_email: ['rui@norte.example', null] }, 'removed the customer’s email'],
    [
      '2',
      { tags: [[], ['a']], state: ['open', 'closed'], priority: ['low', 'high'] },
      'closed the ticket, raised the priority to high and added the tag a',
    ],
  ];
  for (const [actor, fields, text] of cases) it(text, () => assert.equal(describeChanges(actor, fields), text));

  it('counts deleted messages', () => {
    assert.equal(describeChanges('2', {}, 1), 'deleted a message');
    assert.equal(describeChanges('2', { state: ['open', 'closed'] }, 2), 'closed the ticket and deleted 2 messages');
  });

  it('leaves out derived and unknown fields', () => {
    assert.equal(describeChanges('2', { closed_at: [null, 'now'], mood: ['low', 'high'] }), undefined);
  });

  it('includes the old and new text, unless the log has only a digest', () => {
    const fields = {
      subject: { old: 'Hello', new: 'Refund' },
      description: { old: { length: 2000, sha256: 'x' }, new: 'Short' },
    };
    const item = { id: '1', personId: '2', at: '2026-11-20T09:02:00Z', fields, deletedMessages: 0 };
    assert.deepEqual(describeActivity(item, mara)?.textChanges, [
      { label: 'Subject', old: 'Hello', new: 'Refund' },
      { label: 'Description', old: null, new: 'Short' },
    ]);
  });
});
