import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { describeFilter } from './describe-filter.ts';
import { toDay, toTimestamp } from './filter-days.ts';

const getName = (id: string): string => (id === '2' ? 'Mara Okafor' : `Person ${id}`);
const midnight = new Date('2026-11-20T00:00:00').toISOString();
const noon = new Date('2026-11-20T12:05:00').toISOString();

describe('the label of a filter', () => {
  const conditions: [name: string, value: string, text: string][] = [
    ['state', 'open,pending', 'state: open or waiting'],
    ['state', 'open,opne', 'state: open or opne'],
    ['priority', 'urgent', 'priority: urgent'],
    ['assignee_id', 'me', 'assignee: me'],
    ['assignee_id', 'null', 'assignee: none'],
    ['assignee_id', '2', 'assignee: Mara Okafor'],
    ['tag', 'billing', 'tag: billing'],
    ['customer_email', 'amelie@atelier-laurent.example', 'customer: amelie@atelier-laurent.example'],
    ['awaiting_reply', 'true', 'needs reply: yes'],
    ['awaiting_reply', 'false', 'needs reply: no'],
    ['awaiting_reply', 'maybe', 'needs reply: maybe'],
    ['undelivered', 'true', 'not delivered: yes'],
    ['watching', 'true', 'watching: yes'],
    ['created_since', midnight, 'created since: 20 Nov 2026'],
    ['updated_since', noon, 'updated since: 20 Nov 2026, 12:05'],
    ['updated_since', 'yesterday', 'updated since: yesterday'],
    ['q', 'a "b c"', 'search: “a "b c"”'],
    ['stat', 'open', 'stat: open'],
  ];
  for (const [name, value, text] of conditions) {
    it(`${name}=${value} is "${text}"`, () => assert.equal(describeFilter(name, value, getName), text));
  }
});

describe('a day in the filter', () => {
  it('is read back unchanged in the local time zone, including clock changes', () => {
    const days = fc.date({ min: new Date('1990-01-02'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, time => {
        const date = time.toISOString().slice(0, 10);
        assert.equal(toDay(toTimestamp(date)), date);
      }),
    );
  });

  it('is undefined or empty for invalid input', () => {
    assert.deepEqual([toTimestamp(''), toDay('soon'), toDay(undefined)], [undefined, '', '']);
  });
});
