import { sql } from 'kysely';
import type { OAuthRecordTable } from '../database/schema.ts';
import { scriptClientId } from '../oauth/clients/client-ids.ts';
import { type Check, type CheckFinding, createTextKeyCheck } from './check.ts';
import { parseJsonObject } from './parse-json-object.ts';
import { isInSpan } from './walk-table.ts';

/** Models that belong to a grant. Script tokens are access tokens without a grant. */
const grantedModels = ['AuthorizationCode', 'AccessToken', 'RefreshToken'];

type Row = Pick<
  OAuthRecordTable,
  'model' | 'id_hash' | 'payload' | 'grant_id' | 'account_id' | 'client_id' | 'expires_at'
>;

const createFinding = ({ model, id_hash }: Pick<Row, 'model' | 'id_hash'>, problem: string): CheckFinding => ({
  table: 'oauth_records',
  id: id_hash,
  sentence: `${model} with the hash ${id_hash}: ${problem}.`,
});

/** Ignores used codes and tokens, which outlive their grant for a while and are rejected. */
const grants = createTextKeyCheck(
  { name: 'grants', rule: 'Every unused code or token belongs to an existing grant.' },
  'oauth_records',
  'id_hash',
  async (queries, span) => {
    const orphans = sql<Pick<Row, 'model' | 'id_hash'>>`
      select model, id_hash from oauth_records as token
      where ${isInSpan('id_hash', span)} and consumed_at is null and client_id <> ${scriptClientId}
        and model in (${sql.join(grantedModels)})
        and not exists (select 1 from oauth_records as root
          where root.model = 'Grant' and root.grant_id = token.grant_id and root.account_id = token.account_id)`;
    return (await orphans.execute(queries)).rows.map(row => createFinding(row, 'its grant does not exist'));
  },
);

/** Tokens are listed and revoked by columns, but validated by payload. */
const columns = createTextKeyCheck(
  { name: 'tokens', rule: 'The columns of a code or token match its payload.' },
  'oauth_records',
  'id_hash',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('oauth_records')
      .select(['model', 'id_hash', 'payload', 'grant_id', 'account_id', 'client_id', 'expires_at'])
      .where(isInSpan('id_hash', span))
      .where('model', 'in', grantedModels)
      .execute();
    return rows
      .filter(row => !matchesPayload(row))
      .map(row => createFinding(row, 'its columns do not match its payload'));
  },
);

const matchesPayload = ({ payload, grant_id, account_id, client_id, expires_at }: Row): boolean => {
  const parsed = parseJsonObject(payload);
  return (
    parsed !== null &&
    parsed['grantId'] === grant_id &&
    parsed['accountId'] === account_id &&
    parsed['clientId'] === client_id &&
    Math.floor((expires_at ?? 0) / 1000) === parsed['exp']
  );
};

export const tokenChecks: Check[] = [grants, columns];
