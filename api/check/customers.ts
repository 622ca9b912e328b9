import { toCustomerId } from '../database/ticket-customers.ts';
import { createRowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

/** Checks the rows that ticket-customers.ts writes. */
export const customerCheck = createRowsCheck(
  {
    name: 'customers',
    rule: 'Each customer address in a ticket has a customer, whose first and last ticket times cover the ticket.',
  },
  'tickets',
  async (queries, span) => {
    const tickets = await queries
      .selectFrom('tickets')
      .select(['id', 'customer_email', 'created_at'])
      .where(isInSpan('n', span))
      .where('customer_email', 'is not', null)
      .execute();
    if (tickets.length === 0) return [];
    const ids = new Set(tickets.map(({ customer_email }) => toCustomerId(customer_email ?? '')));
    const rows = await queries
      .selectFrom('customers')
      .select(['id', 'created_at', 'last_ticket_at'])
      .where('id', 'in', [...ids])
      .execute();
    const byId = new Map(rows.map(row => [row.id, row]));
    return tickets.flatMap(({ id, customer_email, created_at }) => {
      const report = (problem: string) => [
        { table: 'tickets', id, sentence: `Ticket ${id}: its customer ${problem}.` },
      ];
      const customer = byId.get(toCustomerId(customer_email ?? ''));
      if (customer === undefined) return report('is missing');
      if (customer.created_at > created_at) return report('has a later first contact');
      return customer.last_ticket_at < created_at ? report('has an earlier last ticket') : [];
    });
  },
);
