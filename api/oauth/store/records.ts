import type { Queries, WriteTransaction } from '../../database/database.ts';
import { sha256 } from '../hash.ts';
import {
  consumeRecord,
  deleteRecord,
  lockRecord,
  lockWithGrant,
  type RecordColumns,
  type RecordKey,
  type SingleUseModel,
  type StoredRecord,
  selectRecord,
  selectRecordByUid,
  updateSealedResponse,
  updateUid,
  upsertRecord,
} from './record-statements.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export type { RecordColumns, SingleUseModel, StoredRecord };

/** The columns of a code or refresh token that are checked before oidc-provider handles the token request. */
export type SingleUseToken = {
  clientId: string | null;
  grantId: string | null;
  consumedAt: number | null;
  /** The sealed response to the first use (sealed-response.ts); null if no response is stored. */
  answer: string | null;
};

/** Stores oidc-provider's records. Ids are token values: callers pass plain text, but only its sha256 is stored. */
export type Records = ReturnType<typeof createRecords>;

export const createRecords = (work: UnitOfWork, clock: () => number) => {
  const locked = createLockedRecords();
  const change = <T>(apply: (writes: WriteTransaction) => Promise<T>): Promise<T> =>
    work.write(writes => {
      locked.clear(writes);
      return apply(writes);
    });
  /** Defers a change whose result the caller does not need. */
  const deferChange = (apply: (writes: WriteTransaction) => Promise<unknown>): Promise<void> =>
    work.defer(async writes => {
      locked.clear(writes);
      await apply(writes);
    });
  const upsert = (writes: WriteTransaction, key: RecordKey, payload: string, columns: RecordColumns) =>
    upsertRecord(writes, { ...key, ...columns, payload, now: clock() });

  return {
    upsert: (model: string, id: string, payload: string, columns: RecordColumns): Promise<void> =>
      deferChange(writes => upsert(writes, toKey(model, id), payload, columns)),

    async find(model: string, id: string): Promise<StoredRecord | null> {
      await work.flush();
      const queries = work.queries();
      const cached = locked.get(queries, model, id);
      if (cached !== undefined) return cached;
      const [row] = await selectRecord(queries, toKey(model, id));
      return row ?? null;
    },

    /** Finds a record, such as a session, by its public uid. */
    async findByUid(model: string, uid: string): Promise<StoredRecord | null> {
      await work.flush();
      const [row] = await selectRecordByUid(work.queries(), { model, uid });
      return row ?? null;
    },

    /**
     * Finds a code or refresh token whose grant exists. In a transaction, locks the token and the grant: other uses of
     * the token, and a revocation of the grant, wait until the transaction ends. So a revoked grant never issues a
     * token.
     */
    async lockSingleUseToken(model: SingleUseModel, id: string): Promise<SingleUseToken | null> {
      const queries = work.queries();
      const [row] = await lockWithGrant[model](queries, { idHash: sha256(id) });
      if (row === undefined) return null;
      const { payload, grantPayload, ...token } = row;
      locked.set(queries, model, id, { payload, consumedAt: token.consumedAt });
      locked.set(queries, 'Grant', token.grantId ?? '', { payload: grantPayload, consumedAt: null });
      return token;
    },

    /** Marks a record as used. Returns false when it was used before or is missing. */
    consume: (model: string, id: string): Promise<boolean> =>
      change(async writes => (await consumeRecord(writes, { ...toKey(model, id), now: clock() })).length === 1),

    /** Stores the sealed response to a refresh token, for retries (sealed-response.ts). */
    storeSealedResponse: (model: string, id: string, answer: string): Promise<void> =>
      deferChange(writes => updateSealedResponse(writes, { ...toKey(model, id), answer })),

    remove: (model: string, id: string): Promise<void> => deferChange(writes => deleteRecord(writes, toKey(model, id))),

    removeByUid: (model: string, uid: string): Promise<void> =>
      change(async writes => {
        await writes.deleteFrom('oauth_records').where('model', '=', model).where('uid', '=', uid).execute();
      }),

    /** Locks a grant and stores a token of it. Returns false when the grant is missing. */
    insertIfGrantExists: (
      model: string,
      id: string,
      payload: string,
      columns: RecordColumns & { grant_id: string },
    ): Promise<boolean> =>
      change(async writes => {
        const [grant] = await lockRecord(writes, toKey('Grant', columns.grant_id));
        if (grant !== undefined) await upsert(writes, toKey(model, id), payload, columns);
        return grant !== undefined;
      }),

    /** Records the session in which a grant was created. */
    linkGrantToSession: (grantId: string, uid: string): Promise<void> =>
      deferChange(writes => updateUid(writes, { ...toKey('Grant', grantId), uid })),

    /** Removes every code and token of a grant, but not the grant. */
    removeGrantTokens: (grantId: string): Promise<void> =>
      deferChange(async writes => {
        await lockRecord(writes, toKey('Grant', grantId));
        await writes
          .deleteFrom('oauth_records')
          .where('grant_id', '=', grantId)
          .where('model', '<>', 'Grant')
          .execute();
      }),

    /** Removes a grant with its codes and tokens. */
    revokeGrant: (grantId: string): Promise<void> =>
      change(async writes => {
        await lockRecord(writes, toKey('Grant', grantId));
        await writes.deleteFrom('oauth_records').where('grant_id', '=', grantId).execute();
      }),
  };
};

/** Caches the records that a transaction has locked: oidc-provider reads each of them again. */
const createLockedRecords = () => {
  const locked = new WeakMap<Queries, Map<string, StoredRecord>>();
  return {
    set(queries: Queries, model: string, id: string, record: StoredRecord): void {
      if (!queries.isTransaction) return;
      locked.set(queries, (locked.get(queries) ?? new Map()).set(`${model}:${id}`, record));
    },
    get: (queries: Queries, model: string, id: string): StoredRecord | undefined =>
      locked.get(queries)?.get(`${model}:${id}`),
    /** Has to be called before each write. */
    clear: (queries: Queries): boolean => locked.delete(queries),
  };
};

const toKey = (model: string, id: string): RecordKey => ({ model, idHash: sha256(id) });
