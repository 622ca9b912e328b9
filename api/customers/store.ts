import type { Queries } from '../database/database.ts';
import { prepareFind } from '../database/resource-rows.ts';
import { toCustomerId } from '../database/ticket-customers.ts';
import type { CustomerRow } from './representation.ts';

/**
 * Reads customers. Other modules write them: database/ticket-customers.ts when a ticket is created or edited, and
 * database/customer-bounces.ts when a bounce is recorded or cleared.
 */
export type CustomerStore = ReturnType<typeof createCustomerStore>;

export const createCustomerStore = () => {
  const findRow = prepareFind<{ id: string }, CustomerRow>((queries, value) =>
    queries.selectFrom('customers').selectAll().where('id', '=', value('id')),
  );

  return {
    /** Finds a customer by email address, ignoring case. */
    find: (queries: Queries, email: string): Promise<CustomerRow | null> =>
      findRow(queries, { id: toCustomerId(email) }),
  };
};
