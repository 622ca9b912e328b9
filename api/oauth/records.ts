import { type Role, roles } from '#contract/vocabulary';
import type { Writes } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import type { OAuthRecordRow } from '../database/schema.ts';
import { wordAt } from '../database/values.ts';
import { sha256 } from './hash.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** What can be said of a record without its payload. */
export type RecordFacts = Pick<OAuthRecordRow, 'grant_id' | 'uid' | 'account_id' | 'client_id' | 'expires_at'>;

/** A record as it is read back. */
export type StoredRecord = { payload: string; consumedAt: number | null };

/** An access token, the enabled person it speaks for, and its client's own limit; `expiresAt` is in milliseconds since 1970. */
export type Access = {
  id: string;
  name: string;
  role: Role;
  clientId: string;
  grantId: string;
  perMinute: number | null;
  scope: string | undefined;
  expiresAt: number;
};

/** What oidc-provider keeps of an access token, as far as it is looked at here. */
type AccessPayload = { clientId: string; grantId: string; scope?: string; exp: number };

/** A single-use token as the token endpoint looks at it before the library does. */
export type SingleUse = {
  clientId: string | null;
  grantId: string | null;
  consumedAt: number | null;
  answer: string | null;
};

/** The SQL of oidc-provider's records. Ids are token values: they come in plain and are stored as sha256. */
export type Records = ReturnType<typeof createRecords>;

export const createRecords = (work: UnitOfWork, clock: () => number) => ({
  /** Stores a record under its model and id, replacing what is there. */
  upsert: (model: string, id: string, payload: string, facts: RecordFacts): Promise<void> =>
    work.write(writes => upsert(writes, model, id, payload, facts, clock())),

  async find(model: string, id: string): Promise<StoredRecord | null> {
    const row = await work
      .queries()
      .selectFrom('oauth_records')
      .select(['payload', 'consumed_at as consumedAt'])
      .where('model', '=', model)
      .where('id_hash', '=', sha256(id))
      .executeTakeFirst();
    return row ?? null;
  },

  /** Finds an access token by its hash, with its person; null when either is not there or the person is disabled. */
  async findAccess(idHash: string): Promise<Access | null> {
    const [row] = await accessTokenWithPerson(work.queries(), { idHash });
    if (row === undefined) return null;
    const { id, name, role, rate_limit: perMinute } = row;
    const { clientId, grantId, scope, exp } = JSON.parse(row.payload) as AccessPayload;
    return { id, name, role: wordAt(roles, role), clientId, grantId, perMinute, scope, expiresAt: exp * 1000 };
  },

  /** Finds a session by the id that is no secret. */
  async findByUid(model: string, uid: string): Promise<StoredRecord | null> {
    const row = await work
      .queries()
      .selectFrom('oauth_records')
      .select(['payload', 'consumed_at as consumedAt'])
      .where('model', '=', model)
      .where('uid', '=', uid)
      .executeTakeFirst();
    return row ?? null;
  },

  /**
   * Finds a code or refresh token whose grant is there and, in a transaction, makes everyone else wait until it ends: who
   * uses the same token, and who ends the grant, so that nothing comes of a grant that was ended meanwhile.
   */
  async lockSingleUse(model: string, id: string): Promise<SingleUse | null> {
    const row = await work
      .queries()
      .selectFrom('oauth_records as token')
      .innerJoin('oauth_records as grant', 'grant.grant_id', 'token.grant_id')
      .select([
        'token.client_id as clientId',
        'token.grant_id as grantId',
        'token.consumed_at as consumedAt',
        'token.answer',
      ])
      .where('token.model', '=', model)
      .where('token.id_hash', '=', sha256(id))
      .where('grant.model', '=', 'Grant')
      .where('grant.consumed_at', 'is', null)
      // In this order, which is that of whoever ends a grant: it goes first, its tokens after it.
      .forUpdate(['grant', 'token'])
      .executeTakeFirst();
    return row ?? null;
  },

  /** Marks a record as used; false when it has been used before, or is not there. */
  consume: (model: string, id: string): Promise<boolean> =>
    work.write(async writes => {
      const { numUpdatedRows } = await writes
        .updateTable('oauth_records')
        .set({ consumed_at: clock() })
        .where('model', '=', model)
        .where('id_hash', '=', sha256(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    }),

  /** Keeps the sealed answer that a refresh token was traded for. */
  keepAnswer: (model: string, id: string, answer: string): Promise<void> =>
    work.write(async writes => {
      await writes
        .updateTable('oauth_records')
        .set({ answer })
        .where('model', '=', model)
        .where('id_hash', '=', sha256(id))
        .execute();
    }),

  remove: (model: string, id: string): Promise<void> =>
    work.write(async writes => {
      await writes.deleteFrom('oauth_records').where('model', '=', model).where('id_hash', '=', sha256(id)).execute();
    }),

  removeByUid: (model: string, uid: string): Promise<void> =>
    work.write(async writes => {
      await writes.deleteFrom('oauth_records').where('model', '=', model).where('uid', '=', uid).execute();
    }),

  /** Keeps a token only while the grant it comes from is there, and until it is kept nobody ends that; false when it is gone. */
  keepOfGrant: (
    model: string,
    id: string,
    payload: string,
    facts: RecordFacts & { grant_id: string },
  ): Promise<boolean> =>
    work.write(async writes => {
      if (!(await lockGrant(writes, facts.grant_id))) return false;
      await upsert(writes, model, id, payload, facts, clock());
      return true;
    }),

  /** Notes the session that a grant was given in. */
  tieToSession: (grantId: string, uid: string): Promise<void> =>
    work.write(async writes => {
      const grants = writes.updateTable('oauth_records').set({ uid }).where('model', '=', 'Grant');
      await grants.where('id_hash', '=', sha256(grantId)).execute();
    }),

  /** Removes every code and token that came from a grant, and leaves the grant. */
  removeOfGrant: (grantId: string): Promise<void> =>
    work.write(async writes => {
      await lockGrant(writes, grantId);
      await writes.deleteFrom('oauth_records').where('grant_id', '=', grantId).where('model', '<>', 'Grant').execute();
    }),

  /** Removes a grant and every token that came from it. */
  revokeGrant: (grantId: string): Promise<void> =>
    work.write(async writes => {
      await lockGrant(writes, grantId);
      await writes.deleteFrom('oauth_records').where('grant_id', '=', grantId).execute();
    }),
});

type AccessRow = { payload: string; id: string; name: string; role: number; rate_limit: number | null };

const accessTokenWithPerson = prepared<{ idHash: string }, AccessRow>((queries, value) =>
  queries
    .selectFrom('oauth_records')
    .innerJoin('people', 'people.id', 'oauth_records.account_id')
    .leftJoin('oauth_clients', 'oauth_clients.client_id', 'oauth_records.client_id')
    .select(['payload', 'people.id', 'people.name', 'role', 'rate_limit'])
    .where('model', '=', 'AccessToken')
    .where('id_hash', '=', value('idHash'))
    .where('disabled', '=', 0),
);

/** Makes everyone else who makes a token of a grant, or ends it, wait; false when it is gone. */
const lockGrant = async (writes: Writes, grantId: string): Promise<boolean> => {
  const grant = await writes
    .selectFrom('oauth_records')
    .select('model')
    .where('model', '=', 'Grant')
    .where('id_hash', '=', sha256(grantId))
    .forUpdate()
    .executeTakeFirst();
  return grant !== undefined;
};

const upsert = async (
  writes: Writes,
  model: string,
  id: string,
  payload: string,
  facts: RecordFacts,
  now: number,
): Promise<void> => {
  const values = { payload, ...facts };
  await writes
    .insertInto('oauth_records')
    .values({ model, id_hash: sha256(id), created_at: now, consumed_at: null, answer: null, ...values })
    .onConflict(conflict => conflict.columns(['model', 'id_hash']).doUpdateSet(values))
    .execute();
};
