import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActivityItem, LogValue } from './activity-items.ts';
import { describeActivity } from './describe-activity.ts';

const names: Readonly<Record<string, string>> = { 1: 'Mara Okafor', 2: 'Jonas Weber', 3: 'Inês Duarte' };
const fileNames = new Map([
  ['12', 'photo.jpg'],
  ['13', 'plan.pdf'],
]);
const mara = { personId: '1', getName: (id: string) => names[id] ?? '', fileNames };

type Fields = ActivityItem['fields'];

const createItem = (personId: string, fields: Fields, deletedMessages = 0): ActivityItem => ({
  id: '1',
  personId,
  at: '2026-11-20T09:02:00Z',
  fields,
  deletedMessages,
});

describe('describeActivity for the reader Mara', () => {
  const [digest, otherDigest] = [2000, 2001].map(length => ({ length, sha256: 'x' }));
  const changes: [actor: string, field: string, old: LogValue, value: LogValue, text: string][] = [
    ['2', 'priority', 'high', 'urgent', 'raised the priority to urgent'],
    ['2', 'priority', 'high', 'low', 'lowered the priority to low'],
    ['2', 'assignee_id', '1', '3', 'assigned it to Inês Duarte'],
    ['2', 'assignee_id', '3', '1', 'assigned it to you'],
    ['2', 'assignee_id', '1', null, 'unassigned you'],
    ['2', 'assignee_id', '3', null, 'unassigned Inês Duarte'],
    ['2', 'assignee_id', '2', null, 'unassigned themselves'],
    ['1', 'assignee_id', '1', null, 'unassigned yourself'],
    ['1', 'assignee_id', null, '1', 'assigned it to yourself'],
    ['2', 'assignee_id', null, '2', 'assigned it to themselves'],
    ['2', 'assignee_id', null, '99', 'assigned it to someone'],
    ['2', 'state', 'open', 'closed', 'closed the ticket'],
    ['2', 'state', 'closed', 'open', 'reopened the ticket'],
    ['2', 'state', 'pending', 'open', 'set the ticket to open'],
    ['2', 'state', 'closed', 'pending', 'set the ticket to waiting'],
    ['2', 'tags', [], ['billing'], 'added the tag billing'],
    ['2', 'tags', ['a', 'b'], ['b', 'c', 'd'], 'added the tags c and d and removed the tag a'],
    ['2', 'tags', ['a', 'b'], ['b', 'a'], 'reordered the tags'],
    ['2', 'files of 7', null, ['12', '13'], 'added photo.jpg and plan.pdf'],
    ['2', 'files of 7', ['12', '14'], ['12'], 'removed a file'],
    ['2', 'files of 7', ['13', '14', '15'], ['12'], 'added photo.jpg and removed plan.pdf and 2 more'],
    ['2', 'files of 7', ['12', '13'], ['13', '12'], 'changed the files of a message'],
    ['2', 'subject', 'Hello', 'Refund', 'changed the subject'],
    ['2', 'description', '', 'Hello', 'wrote the description'],
    ['2', 'description', 'Hello', '', 'removed the description'],
    ['2', 'description', digest ?? null, otherDigest ?? null, 'changed the description'],
    ['2', 'tags', digest ?? null, ['vat'], 'changed the tags'],
    ['2', 'customer_name', 'Rui', 'Rui Carvalho', 'changed the customer’s name to Rui Carvalho'],
    ['2', 'customer_email', 'rui@norte.example', null, 'removed the customer’s email'],
  ];
  for (const [actor, field, old, value, text] of changes) {
    it(`describes a change of ${field} by ${names[actor]} as "${text}"`, () =>
      assert.equal(describeActivity(createItem(actor, { [field]: { old, new: value } }), mara)?.text, text));
  }

  it('lists several changes and deleted messages, without derived and unknown fields', () => {
    const fields = {
      tags: { old: [], new: ['a'] },
      state: { old: 'open', new: 'closed' },
      closed_at: { old: null, new: 'now' },
      mood: { old: 'low', new: 'high' },
    };
    const { text } = describeActivity(createItem('2', fields, 2), mara) ?? {};
    assert.equal(text, 'closed the ticket, added the tag a and deleted 2 messages');
    assert.equal(describeActivity(createItem('2', {}, 1), mara)?.text, 'deleted a message');
    assert.equal(describeActivity(createItem('2', { mood: fields.mood }), mara), null);
  });

  it('includes the old and new text, unless the log has only a digest', () => {
    const fields = {
      subject: { old: 'Hello', new: 'Refund' },
      description: { old: { length: 2000, sha256: 'x' }, new: 'Short' },
    };
    assert.deepEqual(describeActivity(createItem('2', fields), mara)?.textChanges, [
      { label: 'Subject', old: 'Hello', new: 'Refund' },
      { label: 'Description', old: null, new: 'Short' },
    ]);
  });
});
