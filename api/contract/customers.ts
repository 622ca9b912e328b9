import { z } from 'zod';
import { exampleCustomer } from './examples.ts';
import { email, line, resourceSchema, utcTime } from './fields.ts';
import { emptyResponseQuery } from './list.ts';
import { agentRoles, allRoles, operation } from './operation.ts';

export const customerSchema = resourceSchema({
  email: email.meta({ description: 'The address in its latest spelling.' }),
  name: line(255).nullable().meta({ description: 'The latest name in a ticket of this address; null without a name.' }),
  last_ticket_at: utcTime.meta({ description: 'When the newest ticket of this address was created.' }),
  bounce: z.strictObject({ since: utcTime, response: z.string() }).nullable().meta({
    description:
      'Set if mail to the address bounced permanently. The address gets no automatic mail until `clearBounce`.',
  }),
})
  .extend({
    id: z.string().meta({ description: 'The email address in lower case.' }),
    created_at: utcTime.meta({ description: 'The first contact: when the oldest ticket of this address was created.' }),
  })
  .meta({
    id: 'Customer',
    description: 'An email address that a ticket has named. The customer remains after its tickets are deleted.',
    example: exampleCustomer,
  });
export type Customer = z.output<typeof customerSchema>;

const params = {
  email: z.string().meta({
    description: 'The email address, in any letter case.',
    examples: [exampleCustomer.id],
  }),
};

export const getCustomer = operation('getCustomer', 'GET /customers/{email}', {
  description: 'To list the tickets of a customer, use `GET /tickets?customer_email=…`.',
  summary: 'Read a customer',
  scope: 'tickets:read',
  roles: allRoles,
  params,
  response: customerSchema,
});

export const clearBounce = operation('clearBounce', 'DELETE /customers/{email}/bounce', {
  description:
    'Sets `bounce` to null. The address gets automatic mail again. Succeeds even if `bounce` is null already.',
  summary: 'Record that mail reaches a customer again',
  scope: 'tickets:write',
  roles: agentRoles,
  params,
  query: emptyResponseQuery,
});
