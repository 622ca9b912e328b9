import { sql } from 'kysely';
import type { WriteTransaction } from '../database.ts';
import { createRowInserter } from '../insert-rows.ts';
import { type CustomerTicket, saveCustomers } from '../ticket-customers.ts';
import { resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds the customers that tickets name. */
export const customers: Migration = {
  name: '0017-customers',
  up: async (writes, engine) => {
    await run(
      writes,
      `create table customers (
        ${resourceColumns(engine)},
        email text not null,
        name text,
        last_ticket_at bigint not null)`,
      'create unique index customers_id on customers (id)',
    );
    await saveCustomers(writes, createRowInserter(), await readCustomerTickets(writes));
  },
};

/** Reads the first and last ticket time of each address, and the customer name on its last ticket with a name. */
const readCustomerTickets = async (writes: WriteTransaction): Promise<CustomerTicket[]> => {
  const { rows } = await sql<CustomerTicket & { last_at: number }>`
    select customer_email, customer_name, first_at as created_at, last_at
    from (
      select customer_email as email, min(created_at) as first_at, max(created_at) as last_at,
        max(case when customer_name <> '' then n else 0 end) as named_n, max(n) as last_n
      from tickets where customer_email is not null group by customer_email
    ) as addresses
    join tickets on tickets.n = case when named_n = 0 then last_n else named_n end
    order by last_n`.execute(writes);
  return rows.flatMap(({ last_at, ...first }) => [first, { ...first, created_at: last_at }]);
};
