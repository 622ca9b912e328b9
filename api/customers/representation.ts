import type { Selectable } from 'kysely';
import type { Customer } from '#contract';
import { isoTime } from '../database/column-encoding.ts';
import type { CustomerTable } from '../database/schema.ts';

export type CustomerRow = Selectable<CustomerTable>;

/** Converts a stored customer to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toCustomer =
  (baseUrl: string) =>
  (row: CustomerRow): Customer => ({
    id: row.id,
    url: `${baseUrl}/v1/customers/${encodeURIComponent(row.id)}`,
    email: row.email,
    name: row.name,
    last_ticket_at: isoTime(row.last_ticket_at),
    bounce: row.bounced_at === 0 ? null : { since: isoTime(row.bounced_at), response: row.bounce_response ?? '' },
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });
