import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeChange } from './describe-change.ts';
import type { TicketChange } from './ticket-fields.ts';

describe('describeChange', () => {
  const cases: [before: TicketChange, change: TicketChange, text: string][] = [
    [{ state: 'open' }, { state: 'closed' }, 'closed #1042'],
    [{ state: 'closed' }, { state: 'open' }, 'reopened #1042'],
    [{ state: 'open' }, { state: 'pending' }, 'set #1042 to Waiting'],
    [{ state: 'pending' }, { state: 'open' }, 'set #1042 to Open'],
    [{ priority: 'low' }, { priority: 'high' }, 'set the priority of #1042 to High'],
    [{ assignee_id: null }, { assignee_id: '1' }, 'assigned #1042 to you'],
    [{ assignee_id: '1' }, { assignee_id: null }, 'unassigned #1042'],
    [{ subject: 'a' }, { subject: 'b' }, 'changed the subject of #1042'],
    [{ customer_email: null }, { customer_email: 'a@b.c' }, 'changed the customer email of #1042'],
    [{ tags: [] }, { tags: ['vat', 'refund'] }, 'tagged #1042 vat and refund'],
    [{ tags: ['vat', 'refund'] }, { tags: ['vat'] }, 'removed refund from #1042'],
    [{ tags: ['vat'] }, { tags: ['refund'] }, 'changed the tags of #1042'],
    [
      { state: 'open', priority: 'low' },
      { state: 'closed', priority: 'high', assignee_id: '2' },
      'closed #1042, set the priority to High, and assigned it to Mara Okafor',
    ],
  ];
  const options = { ticket: '#1042', getName: (id: string) => (id === '1' ? 'you' : 'Mara Okafor') };
  for (const [before, change, text] of cases) {
    it(`describes ${JSON.stringify(change)} as "${text}"`, () =>
      assert.equal(describeChange(before, change, options), text));
  }
});
