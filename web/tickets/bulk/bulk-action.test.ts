import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { priorities, states } from '#contract/enums';
import { type BulkAction, describeBulkAction, invertBulkAction, toTicketChange } from './bulk-action.ts';

const ticket = { state: 'open', priority: 'normal', assignee_id: null, tags: ['billing'] } as const;
const seen = { ...ticket, tags: [...ticket.tags] };

describe('a bulk action', () => {
  it('changes only tickets that differ', () => {
    assert.deepEqual(toTicketChange({ field: 'state', value: 'closed' }, seen), { state: 'closed' });
    assert.equal(toTicketChange({ field: 'state', value: 'open' }, seen), null);
    assert.equal(toTicketChange({ field: 'assignee_id', value: null }, seen), null);
  });

  it('leaves other tags alone', () => {
    assert.deepEqual(toTicketChange({ field: 'tags', add: 'vat' }, seen), { tags: ['billing', 'vat'] });
    assert.deepEqual(toTicketChange({ field: 'tags', remove: 'billing' }, { ...seen, tags: ['a', 'billing', 'b'] }), {
      tags: ['a', 'b'],
    });
    assert.equal(toTicketChange({ field: 'tags', add: 'billing' }, seen), null);
    assert.equal(toTicketChange({ field: 'tags', remove: 'vat' }, seen), null);
  });

  it('describes its result', () => {
    const nameOf = () => 'Mara Okafor';
    const describeDone = (action: BulkAction): string => describeBulkAction(action, nameOf).done('3 tickets');
    assert.equal(describeDone({ field: 'state', value: 'closed' }), '3 tickets closed');
    assert.equal(describeDone({ field: 'assignee_id', value: '7' }), '3 tickets assigned to Mara Okafor');
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
        const back = { ...after, ...toTicketChange(invertBulkAction(action, before), after) };
        assert.deepEqual({ ...back, tags: back.tags.toSorted() }, { ...before, tags: before.tags.toSorted() });
        assert.equal(toTicketChange(action, after), null);
      }),
    );
  });
});
