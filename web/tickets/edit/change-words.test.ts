import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeChange } from './change-words.ts';
import type { TicketChange } from './merge.ts';

const say = (before: TicketChange, change: TicketChange): string =>
  describeChange(before, change, { ticket: '#1042', nameOf: id => (id === '1' ? 'you' : 'Mara Okafor') });

describe('the words for a change', () => {
  it('say what was done', () => {
    assert.equal(say({ state: 'open' }, { state: 'closed' }), 'closed #1042');
    assert.equal(say({ state: 'closed' }, { state: 'open' }), 'reopened #1042');
    assert.equal(say({ state: 'open' }, { state: 'pending' }), 'set #1042 to Waiting');
    assert.equal(say({ state: 'pending' }, { state: 'open' }), 'set #1042 to Open');
    assert.equal(say({ priority: 'low' }, { priority: 'high' }), 'set the priority of #1042 to High');
    assert.equal(say({ assignee_id: null }, { assignee_id: '1' }), 'assigned #1042 to you');
    assert.equal(say({ assignee_id: '1' }, { assignee_id: null }), 'unassigned #1042');
    assert.equal(say({ subject: 'a' }, { subject: 'b' }), 'changed the subject of #1042');
    assert.equal(say({ customer_email: null }, { customer_email: 'a@b.c' }), 'changed the e-mail of #1042');
  });

  it('name the tags that come and go', () => {
    assert.equal(say({ tags: [] }, { tags: ['vat', 'refund'] }), 'tagged #1042 vat and refund');
    assert.equal(say({ tags: ['vat', 'refund'] }, { tags: ['vat'] }), 'took refund off #1042');
    assert.equal(say({ tags: ['vat'] }, { tags: ['refund'] }), 'changed the tags of #1042');
  });

  it('call the ticket by its number once', () => {
    assert.equal(
      say({ state: 'open', priority: 'low' }, { state: 'closed', priority: 'high', assignee_id: '2' }),
      'closed #1042, set the priority to High, and assigned it to Mara Okafor',
    );
  });
});
