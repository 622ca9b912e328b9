import { sql } from 'kysely';
import { prepared } from '../../database/prepared.ts';
import type { OAuthRecordRow } from '../../database/schema.ts';

/** A record's model, and the sha256 of its id. */
export type Key = { model: string; idHash: string };

/** What can be said of a record without its payload. */
export type RecordFacts = Pick<OAuthRecordRow, 'grant_id' | 'uid' | 'account_id' | 'client_id' | 'expires_at'>;

/** A record as it is read back. */
export type StoredRecord = { payload: string; consumedAt: number | null };

type LockedRow = StoredRecord & {
  clientId: string | null;
  grantId: string | null;
  answer: string | null;
  grantPayload: string;
};

export const selectRecord = prepared<Key, StoredRecord>((queries, value) =>
  queries
    .selectFrom('oauth_records')
    .select(['payload', 'consumed_at as consumedAt'])
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash')),
);

export const selectRecordByUid = prepared<{ model: string; uid: string }, StoredRecord>((queries, value) =>
  queries
    .selectFrom('oauth_records')
    .select(['payload', 'consumed_at as consumedAt'])
    .where('model', '=', value('model'))
    .where('uid', '=', value('uid')),
);

/** What is used once. */
export type SingleUseModel = 'AuthorizationCode' | 'RefreshToken';

/**
 * Models are written out, as the index of grants has them: a bound one would make SQLite look whether that index holds it,
 * and prepare the statement anew each time.
 */
const lockWithGrantOf = (model: SingleUseModel) =>
  prepared<{ idHash: string }, LockedRow>((queries, value) =>
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
      // In this order, which is that of whoever ends a grant: it goes first, its tokens after it.
      .forUpdate(['grant', 'token']),
  );

/** A code or refresh token with its grant, if that is there; both stay as they are until the transaction ends. */
export const lockWithGrant = {
  AuthorizationCode: lockWithGrantOf('AuthorizationCode'),
  RefreshToken: lockWithGrantOf('RefreshToken'),
};

export const lockRecord = prepared<Key, { model: string }>((queries, value) =>
  queries
    .selectFrom('oauth_records')
    .select('model')
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash'))
    .forUpdate(),
);

/** Replaces what is there under the key; when it was made and used first stays. */
export const upsertRecord = prepared<Key & RecordFacts & { payload: string; now: number }, unknown>((queries, value) =>
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

/** Finds nothing when the record has been used before, or is not there. */
export const consumeRecord = prepared<Key & { now: number }, { model: string }>((queries, value) =>
  queries
    .updateTable('oauth_records')
    .set({ consumed_at: value('now') })
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash'))
    .where('consumed_at', 'is', null)
    .returning('model'),
);

export const updateAnswer = prepared<Key & { answer: string }, unknown>((queries, value) =>
  queries
    .updateTable('oauth_records')
    .set({ answer: value('answer') })
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash')),
);

export const updateUid = prepared<Key & { uid: string }, unknown>((queries, value) =>
  queries
    .updateTable('oauth_records')
    .set({ uid: value('uid') })
    .where('model', '=', value('model'))
    .where('id_hash', '=', value('idHash')),
);

export const deleteRecord = prepared<Key, unknown>((queries, value) =>
  queries.deleteFrom('oauth_records').where('model', '=', value('model')).where('id_hash', '=', value('idHash')),
);

/** An answered step of a sign-in; finds nothing when it is there no more. */
export const deleteAnsweredStep = prepared<{ idHash: string }, { model: string }>((queries, value) =>
  queries
    .deleteFrom('oauth_records')
    .where('model', '=', 'Interaction')
    .where('id_hash', '=', value('idHash'))
    .returning('model'),
);

/** A person whose access nobody ends until the transaction does. */
export const sharePerson = prepared<{ id: string }, { password_hash: string | null }>((queries, value) =>
  queries.selectFrom('people').select('password_hash').where('id', '=', value('id')).forShare(),
);
