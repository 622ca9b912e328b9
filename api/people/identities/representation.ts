import type { Selectable } from 'kysely';
import type { Identity } from '#contract';
import { isoTime } from '../../database/column-encoding.ts';
import type { IdentityTable } from '../../database/schema.ts';

/** A stored identity with the id of its person. */
export type IdentityRow = Selectable<IdentityTable> & { person_id: string };

/** Converts a stored identity to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toIdentity =
  (baseUrl: string) =>
  (row: IdentityRow): Identity => ({
    id: row.id,
    url: `${baseUrl}/v1/people/${row.person_id}/identities/${row.id}`,
    person_id: row.person_id,
    issuer: row.issuer,
    subject: row.subject,
    email: row.email,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });
