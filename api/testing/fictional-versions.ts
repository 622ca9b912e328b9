import type { MemberChange } from '../http/versions/member-changes.ts';
import { addedMember, renamedMember } from '../http/versions/member-changes.ts';
import { createApiVersions } from '../http/versions/registry.ts';

/** The customer of a ticket used to be one object or null. */
const customerObject: MemberChange = {
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

/** The highest priority used to be high. */
const withoutUrgent: MemberChange = {
  newer: ['priority'],
  older: ['priority'],
  toOlder: ({ priority }) => ({ priority: priority === 'urgent' ? 'high' : priority }),
  toNewer: ({ priority }) => ({ priority }),
};

const titleInEvents: MemberChange = {
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
 * An API with fictional older versions. In 2026-09-01 a ticket had a title, no tags, and a customer object. In 2026-05-01
 * the title was a name and `awaiting_reply` was missing. 2025-12-01 is retired.
 */
export const fictionalVersions = createApiVersions([
  { date: '2026-11-21', is: 'current' },
  {
    date: '2026-09-01',
    is: 'deprecated',
    ...times,
    differences: {
      ticket: {
        members: [renamedMember('title', 'subject'), customerObject, withoutUrgent, addedMember('tags')],
        parameters: ({ customer, ...others }) => ({ ...others, ...(customer && { customer_email: customer }) }),
      },
      message: { members: [renamedMember('author', 'author_name')] },
      event: { members: [titleInEvents] },
    },
  },
  {
    date: '2026-05-01',
    is: 'deprecated',
    ...times,
    differences: { ticket: { members: [renamedMember('name', 'title'), addedMember('awaiting_reply')] } },
  },
  { date: '2025-12-01', is: 'retired' },
]);
