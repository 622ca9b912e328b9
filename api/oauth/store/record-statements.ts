import { sql } from 'kysely';
import { prepareQuery } from '../../database/prepare-query.ts';
import type { OAuthRecordTable } from '../../database/schema.ts';

/** The primary key of a record: its model and the sha256 of its id. */
export type RecordKey = { model: string; idHash: string };

/** The columns that make a record searchable without its payload. */
export type RecordColumns = Pick<OAuthRecordTable, 'grant_id' | 'uid' | 'account_id' | 'client_id' | 'expires_at'>;

/** A stored record. `consumedAt` is in milliseconds since 1970; null if the record is unused. */
export type StoredRecord = { payload: string; consumedAt: number | null };

type LockedRow = StoredRecord & {
  clientId: string | null;
  grantId: string | null;
  answer: string | null;
  grantPayload: string;
};

export const selectRecord = prepareQuery<RecordKey, StoredRecord>((queries, value) =>
  queries
    .selectFrom('oauth_records')
    .select(['payload', 'consumed_at as consumedAt'])
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash')),
);

export const selectRecordByUid = prepareQuery<{ model: string; uid: string }, StoredRecord>((queries, value) =>
  queries
    .selectFrom('oauth_records')
    .select(['payload', 'consumed_at as consumedAt'])
    .where('model', '=', value('model'))
    .where('uid', '=', value('uid')),
);

export type SingleUseModel = 'AuthorizationCode' | 'RefreshToken';

/**
 * Prepares `lockWithGrant` for a model. The models are literals, to match the partial index of grants. With a bound
 * model, SQLite would prepare the statement again for each call.
 */
const prepareLockWithGrant = (model: SingleUseModel) =>
  prepareQuery<{ idHash: string }, LockedRow>((queries, value) =>
    queries
      .selectFrom('oauth_records as token')
      .innerJoin('oauth_records as grant', 'grant.grant_id', 'token.grant_id')
      .select([
        'token.client_id as clientId',
        'token.grant_id as grantId',
        'token.consumed_at as consumedAt',
        'token.answer',
        'token.payload',
        'grant.payload as grantPayload',
      ])
      .where('token.model', '=', sql.lit(model))
      .where('token.id_hash', '=', value('idHash'))
      .where('grant.model', '=', sql.lit('Grant'))
      // Locks the grant before its tokens, in the order of revokeGrant, to avoid deadlocks.
      .forUpdate(['grant', 'token']),
  );

/** Locks a code or refresh token together with its grant until the transaction ends. Finds nothing without a grant. */
export const lockWithGrant = {
  AuthorizationCode: prepareLockWithGrant('AuthorizationCode'),
  RefreshToken: prepareLockWithGrant('RefreshToken'),
};

export const lockRecord = prepareQuery<RecordKey, { model: string }>((queries, value) =>
  queries
    .selectFrom('oauth_records')
    .select('model')
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash'))
    .forUpdate(),
);

/** Inserts or replaces a record; `created_at` and `consumed_at` stay. */
export const upsertRecord = prepareQuery<RecordKey & RecordColumns & { payload: string; now: number }, unknown>(
  (queries, value) =>
    queries
      .insertInto('oauth_records')
      .values({
        model: value('model'),
        id_hash: value('idHash'),
        created_at: value('now'),
        payload: value('payload'),
        grant_id: value('grant_id'),
        uid: value('uid'),
        account_id: value('account_id'),
        client_id: value('client_id'),
        expires_at: value('expires_at'),
      })
      .onConflict(conflict =>
        conflict.columns(['model', 'id_hash']).doUpdateSet(({ ref }) => ({
          payload: ref('excluded.payload'),
          grant_id: ref('excluded.grant_id'),
          uid: ref('excluded.uid'),
          account_id: ref('excluded.account_id'),
          client_id: ref('excluded.client_id'),
          expires_at: ref('excluded.expires_at'),
        })),
      ),
);

/** Marks a record as used. Returns no row when it was used before or is missing. */
export const consumeRecord = prepareQuery<RecordKey & { now: number }, { model: string }>((queries, value) =>
  queries
    .updateTable('oauth_records')
    .set({ consumed_at: value('now') })
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash'))
    .where('consumed_at', 'is', null)
    .returning('model'),
);

export const updateSealedResponse = prepareQuery<RecordKey & { answer: string }, unknown>((queries, value) =>
  queries
    .updateTable('oauth_records')
    .set({ answer: value('answer') })
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash')),
);

export const updateUid = prepareQuery<RecordKey & { uid: string }, unknown>((queries, value) =>
  queries
    .updateTable('oauth_records')
    .set({ uid: value('uid') })
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash')),
);

export const deleteRecord = prepareQuery<RecordKey, unknown>((queries, value) =>
  queries.deleteFrom('oauth_records').where('model', '=', value('model')).where('id_hash', '=', value('idHash')),
);

/** Deletes an interaction. Returns no row when it is missing. */
export const deleteInteraction = prepareQuery<{ idHash: string }, { model: string }>((queries, value) =>
  queries
    .deleteFrom('oauth_records')
    .where('model', '=', 'Interaction')
    .where('id_hash', '=', value('idHash'))
    .returning('model'),
);

/** Locks a person FOR SHARE: their access cannot be revoked before the transaction ends. */
export const lockPersonForShare = prepareQuery<{ id: string }, { password_hash: string | null }>((queries, value) =>
  queries.selectFrom('people').select('password_hash').where('id', '=', value('id')).forShare(),
);
