import type { Change } from '../http/dates/changes.ts';
import { added, renamed } from '../http/dates/changes.ts';
import { createApiDates } from '../http/dates/registry.ts';

/** A ticket's customer was one object, null for nobody. */
const customerObject: Change = {
  newer: ['customer_name', 'customer_email'],
  older: ['customer'],
  toOlder: ({ customer_name = null, customer_email = null }) => ({
    customer: customer_name === null && customer_email === null ? null : { name: customer_name, email: customer_email },
  }),
  toNewer({ customer }) {
    if (customer === null) return { customer_name: null, customer_email: null };
    const { name = null, email = null } = new Object(customer) as { name?: unknown; email?: unknown };
    return { customer_name: name, customer_email: email };
  },
};

/** Nothing was more than high. */
const withoutUrgent: Change = {
  newer: ['priority'],
  older: ['priority'],
  toOlder: ({ priority }) => ({ priority: priority === 'urgent' ? 'high' : priority }),
  toNewer: ({ priority }) => ({ priority }),
};

const toldOfTitle: Change = {
  newer: ['changes'],
  older: ['changes'],
  toOlder({ changes }) {
    const { subject, ...others } = changes as { subject?: unknown };
    return { changes: subject === undefined ? others : { ...others, title: subject } };
  },
  toNewer: ({ changes }) => ({ changes }),
};

const times = { since: Date.UTC(2026, 10, 21), sunset: Date.UTC(2027, 10, 20) };

/**
 * An API with a past it never had. Until today a ticket had a title and no tags, and its customer was an object; a spring
 * before that the title was a name and could not be searched by; and then there is a date that has ended.
 */
export const apiDatesWithPast = createApiDates([
  { date: '2026-11-21', is: 'current' },
  {
    date: '2026-09-01',
    is: 'deprecated',
    ...times,
    differences: {
      ticket: {
        members: [renamed('title', 'subject'), customerObject, withoutUrgent, added('tags')],
        parameters: ({ customer, ...others }) => ({ ...others, ...(customer && { customer_email: customer }) }),
      },
      message: { members: [renamed('author', 'author_name')] },
      event: { members: [toldOfTitle] },
    },
  },
  {
    date: '2026-05-01',
    is: 'deprecated',
    ...times,
    differences: { ticket: { members: [renamed('name', 'title'), added('awaiting_reply')] } },
  },
  { date: '2025-12-01', is: 'retired' },
]);
