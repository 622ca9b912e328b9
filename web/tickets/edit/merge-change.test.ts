import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TicketDraft } from '#contract';
import { priorities, states } from '#contract/enums';
import { findDifferentFields, type MergeResult, mergeChange } from './merge-change.ts';
import { listFields, pickTicketFields, type TicketChange } from './ticket-fields.ts';

const text = fc.constantFrom('a', 'b', 'c');
const ticket: fc.Arbitrary<TicketDraft> = fc.record({
  subject: text,
  description: text,
  customer_name: fc.option(text),
  customer_email: fc.option(text),
  state: fc.constantFrom(...states),
  priority: fc.constantFrom(...priorities),
  assignee_id: fc.option(text),
  tags: fc.subarray(['p', 'q', 'r', 's']),
  mailbox_id: fc.option(text),
});
const someFields = ticket.chain(fields =>
  fc.subarray(listFields(fields)).map(names => pickTicketFields(fields, names)),
);
const sorted = <Fields extends { tags?: string[] }>(fields: Fields) => ({ ...fields, tags: fields.tags?.toSorted() });

/** Checks a rule with random tickets and changes. */
const forAll = (rule: (base: TicketDraft, own: TicketChange, stored: TicketDraft) => void): void =>
  fc.assert(fc.property(ticket, someFields, ticket, rule));

const base: TicketDraft = {
  subject: 'Charged twice',
  description: '',
  customer_name: 'Amélie',
  customer_email: null,
  state: 'open',
  priority: 'normal',
  assignee_id: null,
  tags: ['billing', 'refund'],
  mailbox_id: null,
};

describe('mergeChange', () => {
  const cases: [title: string, own: TicketChange, stored: TicketChange, result: MergeResult][] = [
    [
      'merges changes to different fields',
      { state: 'closed' },
      { priority: 'high' },
      { change: { state: 'closed' }, conflicts: [] },
    ],
    [
      'conflicts if both sides changed a field to different values',
      { subject: 'Charged twice in November', priority: 'urgent' },
      { subject: 'Charged three times', state: 'pending' },
      { change: { priority: 'urgent' }, conflicts: ['subject'] },
    ],
    ['omits a change that both sides made', { state: 'closed' }, { state: 'closed' }, { change: {}, conflicts: [] }],
    [
      'merges added and removed tags',
      { tags: ['billing', 'vat'] },
      { tags: ['refund', 'billing', 'invoice'] },
      { change: { tags: ['billing', 'invoice', 'vat'] }, conflicts: [] },
    ],
  ];
  for (const [title, own, stored, result] of cases) {
    it(title, () => assert.deepEqual(mergeChange(base, own, { ...base, ...stored }), result));
  }

  it('conflicts if the merged tags exceed the limit', () => {
    const tags = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);
    const empty = { ...base, tags: [] };
    const merge = (own: number, stored: number) =>
      mergeChange(empty, { tags: tags('m', own) }, { ...empty, tags: tags('t', stored) });
    assert.deepEqual(merge(10, 10).conflicts, []);
    assert.equal(merge(10, 10).change.tags?.length, 20);
    assert.deepEqual(merge(10, 11), { change: {}, conflicts: ['tags'] });
  });

  it('reports a conflict if the base is unknown', () => {
    assert.deepEqual(mergeChange({}, { state: 'closed', tags: ['vat'] }, base).conflicts, ['state', 'tags']);
  });

  it('applies the whole change if the stored ticket is unchanged', () =>
    forAll((seen, own) => {
      const { change, conflicts } = mergeChange(seen, own, seen);
      assert.deepEqual(conflicts, []);
      assert.deepEqual(sorted({ ...seen, ...change }), sorted({ ...seen, ...own }));
    }));

  it('is idempotent: a lost response causes no conflict', () =>
    forAll((seen, own, stored) => {
      const first = mergeChange(seen, own, stored);
      const again = mergeChange(seen, own, { ...stored, ...first.change });
      assert.deepEqual(again, { change: {}, conflicts: first.conflicts });
    }));

  it('has the same result in either order', () =>
    forAll((seen, own, stored) => {
      const ownLast = mergeChange(seen, own, stored);
      const storedLast = mergeChange(seen, stored, { ...seen, ...own });
      assert.deepEqual(ownLast.conflicts, storedLast.conflicts);
      const merged = listFields(seen).filter(name => !ownLast.conflicts.includes(name));
      const result = pickTicketFields({ ...stored, ...ownLast.change }, merged);
      const reversed = pickTicketFields({ ...seen, ...own, ...storedLast.change }, merged);
      assert.deepEqual(findDifferentFields(result, reversed), []);
    }));
});
