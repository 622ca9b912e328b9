import { sql } from 'kysely';
import type { OAuthRecordRow } from '../database/schema.ts';
import { scriptClientId } from '../oauth/clients/reserved-clients.ts';
import { type Check, type Finding, textKeyCheck } from './check.ts';
import { readObject } from './read-object.ts';
import { within } from './walk.ts';

/** What comes from a grant, unless somebody made it at the command line. */
const ofGrants = ['AuthorizationCode', 'AccessToken', 'RefreshToken'];

type Row = Pick<
  OAuthRecordRow,
  'model' | 'id_hash' | 'payload' | 'grant_id' | 'account_id' | 'client_id' | 'expires_at'
>;

const found = ({ model, id_hash }: Pick<Row, 'model' | 'id_hash'>, what: string): Finding => ({
  table: 'oauth_records',
  id: id_hash,
  sentence: `${model} with the hash ${id_hash}: ${what}.`,
});

/** Used ones stay a while when their grant is gone; nothing comes of them but a refusal. */
const granted = textKeyCheck(
  { name: 'grants', holds: 'A code or token that is good comes from a grant that is there.' },
  'oauth_records',
  'id_hash',
  async (queries, span) => {
    const orphans = sql<Pick<Row, 'model' | 'id_hash'>>`
      select model, id_hash from oauth_records as token
      where ${within('id_hash', span)} and consumed_at is null and client_id <> ${scriptClientId}
        and model in (${sql.join(ofGrants)})
        and not exists (select 1 from oauth_records as root
          where root.model = 'Grant' and root.grant_id = token.grant_id and root.account_id = token.account_id)`;
    return (await orphans.execute(queries)).rows.map(row => found(row, 'the grant that it came from is gone'));
  },
);

/** By the columns tokens are listed and ended, by the payload they are judged. */
const alike = textKeyCheck(
  { name: 'tokens', holds: 'What is known of a code or token is what it says itself.' },
  'oauth_records',
  'id_hash',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('oauth_records')
      .select(['model', 'id_hash', 'payload', 'grant_id', 'account_id', 'client_id', 'expires_at'])
      .where(within('id_hash', span))
      .where('model', 'in', ofGrants)
      .execute();
    return rows.filter(row => !saysTheSame(row)).map(row => found(row, 'it says other than what is known of it'));
  },
);

const saysTheSame = ({ payload, grant_id, account_id, client_id, expires_at }: Row): boolean => {
  const said = readObject(payload);
  return (
    said !== null &&
    said['grantId'] === grant_id &&
    said['accountId'] === account_id &&
    said['clientId'] === client_id &&
    Math.floor((expires_at ?? 0) / 1000) === said['exp']
  );
};

export const tokens: Check[] = [granted, alike];
