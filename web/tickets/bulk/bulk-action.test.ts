import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { priorities, states } from '#contract/enums';
import { type BulkAction, describeBulkAction, invertBulkAction, toTicketChange } from './bulk-action.ts';

const seen = { state: 'open' as const, priority: 'normal' as const, assignee_id: null, tags: ['billing', 'refund'] };

describe('a bulk action', () => {
  it('changes only tickets that differ, and leaves other tags alone', () => {
    const cases: [BulkAction, ReturnType<typeof toTicketChange>][] = [
      [{ field: 'state', value: 'closed' }, { state: 'closed' }],
      [{ field: 'state', value: 'open' }, null],
      [{ field: 'assignee_id', value: null }, null],
      [{ field: 'tags', add: 'vat' }, { tags: ['billing', 'refund', 'vat'] }],
      [{ field: 'tags', add: 'billing' }, null],
      [{ field: 'tags', remove: 'billing' }, { tags: ['refund'] }],
      [{ field: 'tags', remove: 'vat' }, null],
    ];
    for (const [action, change] of cases) assert.deepEqual(toTicketChange(action, seen), change);
  });

  it('describes the result', () => {
    const describeDone = (action: BulkAction): string => describeBulkAction(action, () => 'Mara').done('3 tickets');
    assert.equal(describeDone({ field: 'state', value: 'closed' }), '3 tickets closed');
    assert.equal(describeDone({ field: 'assignee_id', value: '7' }), '3 tickets assigned to Mara');
    assert.equal(describeDone({ field: 'tags', remove: 'vat' }), 'Removed tag vat from 3 tickets');
  });

  it('is undone by its inverse', () => {
    const tags = fc.constantFrom('a', 'b', 'c');
    const person = fc.constantFrom(null, '1', '2');
    const tickets = fc.record({
      state: fc.constantFrom(...states),
      priority: fc.constantFrom(...priorities),
      assignee_id: person,
      tags: fc.uniqueArray(tags),
    });
    const actions = fc.oneof<fc.Arbitrary<BulkAction>[]>(
      fc.record({ field: fc.constant('state'), value: fc.constantFrom(...states) }),
      fc.record({ field: fc.constant('priority'), value: fc.constantFrom(...priorities) }),
      fc.record({ field: fc.constant('assignee_id'), value: person }),
      fc.record({ field: fc.constant('tags'), add: tags }),
      fc.record({ field: fc.constant('tags'), remove: tags }),
    );
    fc.assert(
      fc.property(tickets, actions, (before, action) => {
        const change = toTicketChange(action, before);
        if (!change) return;
        const after = { ...before, ...change };
        const restored = { ...after, ...toTicketChange(invertBulkAction(action, before), after) };
        assert.deepEqual({ ...restored, tags: restored.tags.toSorted() }, { ...before, tags: before.tags.toSorted() });
        assert.equal(toTicketChange(action, after), null);
      }),
    );
  });
});
