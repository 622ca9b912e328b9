import { sql } from 'kysely';
import { type Role, roles } from '#contract/enums';
import { decodeEnum } from '../../database/column-encoding.ts';
import type { Queries } from '../../database/database.ts';
import { prepareQuery } from '../../database/prepare-query.ts';
import { scriptClientId } from '../clients/client-ids.ts';

/** An access token with its enabled person and its client's limits; `expiresAt` is in milliseconds since 1970. */
export type AccessTokenDetails = {
  id: string;
  name: string;
  role: Role;
  clientId: string;
  grantId: string;
  perMinute: number | null;
  scope: string | undefined;
  /** The scopes that its client may have now; null for a script token, which has no client. */
  clientScopes: string | null;
  expiresAt: number;
};

/** The part of oidc-provider's payload that is read here. */
type Payload = { clientId: string; grantId: string; scope?: string; exp: number };

/** Finds an access token by its hash; null when token, person or client is missing, or the person is disabled. */
export const findAccessToken = async (queries: Queries, idHash: string): Promise<AccessTokenDetails | null> => {
  const [row] = await selectWithPerson(queries, { idHash });
  if (row === undefined) return null;
  const { id, name, role, rate_limit: perMinute, allowed: clientScopes } = row;
  const { clientId, grantId, scope, exp } = JSON.parse(row.payload) as Payload;
  // The token was issued while its client was being removed.
  if (clientScopes === null && clientId !== scriptClientId) return null;
  return {
    id,
    name,
    role: decodeEnum(roles, role),
    clientId,
    grantId,
    perMinute,
    scope,
    clientScopes,
    expiresAt: exp * 1000,
  };
};

type Row = {
  payload: string;
  id: string;
  name: string;
  role: number;
  rate_limit: number | null;
  allowed: string | null;
};

const selectWithPerson = prepareQuery<{ idHash: string }, Row>((queries, value) =>
  queries
    .selectFrom('oauth_records')
    .innerJoin('people', 'people.id', 'oauth_records.account_id')
    .leftJoin('oauth_clients', 'oauth_clients.client_id', 'oauth_records.client_id')
    .select(['payload', 'people.id', 'people.name', 'role', 'rate_limit', 'oauth_clients.scopes as allowed'])
    // A literal, or SQLite prepares the statement again for each call: see record-statements.ts.
    .where('model', '=', sql.lit('AccessToken'))
    .where('id_hash', '=', value('idHash'))
    .where('disabled', '=', 0),
);
