import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import { type CounterChange, incrementCounter } from './counters.ts';
import type { WriteTransaction } from './database.ts';
import type { InsertRows } from './insert-rows.ts';
import { prepareWrite } from './prepare-query.ts';
import type { Schema } from './schema.ts';

/** The columns of a ticket that describe its customer. `created_at` is when the ticket was created. */
export type CustomerTicket = {
  customer_email: string | null;
  customer_name: string | null;
  created_at: number;
};

/**
 * Converts an address to the id of its customer. Not in SQL, because the engines fold letters beyond ASCII differently.
 */
export const toCustomerId = (email: string): string => email.toLowerCase();

/**
 * Adds or updates the customer of a ticket, in the ticket's transaction. A customer is never removed with a ticket.
 * @returns the counters to advance
 */
export const saveCustomer = async (
  writes: WriteTransaction,
  ticket: CustomerTicket,
  now: number,
): Promise<CounterChange[]> => {
  const row = toRow(ticket, now);
  if (row === null) return [];
  await saveRow(writes, row);
  return [['customers.changes', 1]];
};

/**
 * Adds or updates the customers of many tickets. If several tickets have the same address, the last ticket determines
 * its spelling, and the last ticket with a name determines the name.
 */
export const saveCustomers = async (
  writes: WriteTransaction,
  insertRows: InsertRows,
  tickets: readonly CustomerTicket[],
): Promise<void> => {
  const rows = new Map<string, CustomerRow>();
  for (const ticket of tickets) {
    const row = toRow(ticket, ticket.created_at);
    if (row !== null) rows.set(row.id, merge(rows.get(row.id), row));
  }
  if (rows.size === 0) return;
  await insertRows(writes, 'customers', [...rows.values()], updateExisting);
  await incrementCounter(writes, 'customers.changes', rows.size);
};

type CustomerRow = {
  id: string;
  version: number;
  created_at: number;
  updated_at: number;
  email: string;
  name: string | null;
  last_ticket_at: number;
};

const toRow = ({ customer_email: email, customer_name, created_at }: CustomerTicket, now: number) => {
  if (email === null) return null;
  const id = toCustomerId(email);
  const name = customer_name || null;
  return { id, version: 1, created_at, updated_at: now, email, name, last_ticket_at: created_at };
};

/** Merges two rows of one customer as `updateExisting` does, because a statement may change a row only once. */
const merge = (before: CustomerRow | undefined, row: CustomerRow): CustomerRow =>
  before === undefined
    ? row
    : {
        ...row,
        created_at: Math.min(before.created_at, row.created_at),
        updated_at: Math.max(before.updated_at, row.updated_at),
        name: row.name ?? before.name,
        last_ticket_at: Math.max(before.last_ticket_at, row.last_ticket_at),
      };

/** Updates an existing customer, if anything changes. */
const updateExisting = (insert: InsertQueryBuilder<Schema, 'customers', InsertResult>) => {
  const name = sql<string | null>`coalesce(excluded.name, customers.name)`;
  return insert.onConflict(conflict =>
    conflict
      .column('id')
      .doUpdateSet({
        version: sql`customers.version + 1`,
        created_at: sql`case when excluded.created_at < customers.created_at then excluded.created_at else customers.created_at end`,
        updated_at: sql`excluded.updated_at`,
        email: sql`excluded.email`,
        name,
        last_ticket_at: sql`case when excluded.last_ticket_at > customers.last_ticket_at then excluded.last_ticket_at else customers.last_ticket_at end`,
      })
      .where(
        sql<boolean>`(excluded.created_at < customers.created_at or excluded.last_ticket_at > customers.last_ticket_at
          or excluded.email <> customers.email or ${name} is distinct from customers.name)`,
      ),
  );
};

const saveRow = prepareWrite<CustomerRow>((writes, value) =>
  updateExisting(
    writes.insertInto('customers').values({
      id: value('id'),
      version: value('version'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
      email: value('email'),
      name: value('name'),
      last_ticket_at: value('last_ticket_at'),
    }),
  ),
);
