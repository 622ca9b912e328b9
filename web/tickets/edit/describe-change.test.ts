import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeChange } from './describe-change.ts';
import type { TicketChange } from './ticket-fields.ts';

const describeIt = (before: TicketChange, change: TicketChange): string =>
  describeChange(before, change, { ticket: '#1042', nameOf: id => (id === '1' ? 'you' : 'Mara Okafor') });

describe('the description of a change', () => {
  it('names the action and the ticket', () => {
    assert.equal(describeIt({ state: 'open' }, { state: 'closed' }), 'closed #1042');
    assert.equal(describeIt({ state: 'closed' }, { state: 'open' }), 'reopened #1042');
    assert.equal(describeIt({ state: 'open' }, { state: 'pending' }), 'set #1042 to Waiting');
    assert.equal(describeIt({ state: 'pending' }, { state: 'open' }), 'set #1042 to Open');
    assert.equal(describeIt({ priority: 'low' }, { priority: 'high' }), 'set the priority of #1042 to High');
    assert.equal(describeIt({ assignee_id: null }, { assignee_id: '1' }), 'assigned #1042 to you');
    assert.equal(describeIt({ assignee_id: '1' }, { assignee_id: null }), 'unassigned #1042');
    assert.equal(describeIt({ subject: 'a' }, { subject: 'b' }), 'changed the subject of #1042');
    assert.equal(describeIt({ customer_email: null }, { customer_email: 'a@b.c' }), 'changed the email of #1042');
  });

  it('names added and removed tags', () => {
    assert.equal(describeIt({ tags: [] }, { tags: ['vat', 'refund'] }), 'tagged #1042 vat and refund');
    assert.equal(describeIt({ tags: ['vat', 'refund'] }, { tags: ['vat'] }), 'removed refund from #1042');
    assert.equal(describeIt({ tags: ['vat'] }, { tags: ['refund'] }), 'changed the tags of #1042');
  });

  it('names the ticket once', () => {
    assert.equal(
      describeIt({ state: 'open', priority: 'low' }, { state: 'closed', priority: 'high', assignee_id: '2' }),
      'closed #1042, set the priority to High, and assigned it to Mara Okafor',
    );
  });
});
