import type { Writes } from '../../database/database.ts';
import { sha256 } from '../hash.ts';
import { createHeldRecords } from './held-records.ts';
import {
  consumeRecord,
  deleteRecord,
  type Key,
  lockRecord,
  lockWithGrant,
  type RecordFacts,
  type SingleUseModel,
  type StoredRecord,
  selectRecord,
  selectRecordByUid,
  updateAnswer,
  updateUid,
  upsertRecord,
} from './record-statements.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export type { RecordFacts, SingleUseModel, StoredRecord };

/** A single-use token as the token endpoint looks at it before the library does. */
export type SingleUse = {
  clientId: string | null;
  grantId: string | null;
  consumedAt: number | null;
  answer: string | null;
};

/** The SQL of oidc-provider's records. Ids are token values: they come in plain and are stored as sha256. */
export type Records = ReturnType<typeof createRecords>;

export const createRecords = (work: UnitOfWork, clock: () => number) => {
  const held = createHeldRecords();
  const change = <T>(make: (writes: Writes) => Promise<T>): Promise<T> =>
    work.write(writes => {
      held.forget(writes);
      return make(writes);
    });
  /** A change that nobody needs to know the outcome of. */
  const changeLater = (make: (writes: Writes) => Promise<unknown>): Promise<void> =>
    work.later(async writes => {
      held.forget(writes);
      await make(writes);
    });
  const upsert = (writes: Writes, key: Key, payload: string, facts: RecordFacts) =>
    upsertRecord(writes, { ...key, ...facts, payload, now: clock() });

  return {
    /** Stores a record under its model and id, replacing what is there. */
    upsert: (model: string, id: string, payload: string, facts: RecordFacts): Promise<void> =>
      changeLater(writes => upsert(writes, keyOf(model, id), payload, facts)),

    async find(model: string, id: string): Promise<StoredRecord | null> {
      await work.settle();
      const queries = work.queries();
      const known = held.find(queries, model, id);
      if (known !== undefined) return known;
      const [row] = await selectRecord(queries, keyOf(model, id));
      return row ?? null;
    },

    /** Finds a session by the id that is no secret. */
    async findByUid(model: string, uid: string): Promise<StoredRecord | null> {
      await work.settle();
      const [row] = await selectRecordByUid(work.queries(), { model, uid });
      return row ?? null;
    },

    /**
     * Finds a code or refresh token whose grant is there and, in a transaction, makes everyone else wait until it ends: who
     * uses the same token, and who ends the grant, so that nothing comes of a grant that was ended meanwhile.
     */
    async lockSingleUse(model: SingleUseModel, id: string): Promise<SingleUse | null> {
      const queries = work.queries();
      const [row] = await lockWithGrant[model](queries, { idHash: sha256(id) });
      if (row === undefined) return null;
      const { payload, grantPayload, ...token } = row;
      held.keep(queries, model, id, { payload, consumedAt: token.consumedAt });
      held.keep(queries, 'Grant', token.grantId ?? '', { payload: grantPayload, consumedAt: null });
      return token;
    },

    /** Marks a record as used; false when it has been used before, or is not there. */
    consume: (model: string, id: string): Promise<boolean> =>
      change(async writes => (await consumeRecord(writes, { ...keyOf(model, id), now: clock() })).length === 1),

    /** Keeps the sealed answer that a refresh token was traded for. */
    keepAnswer: (model: string, id: string, answer: string): Promise<void> =>
      changeLater(writes => updateAnswer(writes, { ...keyOf(model, id), answer })),

    remove: (model: string, id: string): Promise<void> => changeLater(writes => deleteRecord(writes, keyOf(model, id))),

    removeByUid: (model: string, uid: string): Promise<void> =>
      change(async writes => {
        await writes.deleteFrom('oauth_records').where('model', '=', model).where('uid', '=', uid).execute();
      }),

    /** Keeps a token only while the grant it comes from is there, and until it is kept nobody ends that; false when it is gone. */
    keepOfGrant: (
      model: string,
      id: string,
      payload: string,
      facts: RecordFacts & { grant_id: string },
    ): Promise<boolean> =>
      change(async writes => {
        const [grant] = await lockRecord(writes, keyOf('Grant', facts.grant_id));
        if (grant !== undefined) await upsert(writes, keyOf(model, id), payload, facts);
        return grant !== undefined;
      }),

    /** Notes the session that a grant was given in. */
    tieToSession: (grantId: string, uid: string): Promise<void> =>
      changeLater(writes => updateUid(writes, { ...keyOf('Grant', grantId), uid })),

    /** Removes every code and token that came from a grant, and leaves the grant. */
    removeOfGrant: (grantId: string): Promise<void> =>
      change(async writes => {
        await lockRecord(writes, keyOf('Grant', grantId));
        await writes
          .deleteFrom('oauth_records')
          .where('grant_id', '=', grantId)
          .where('model', '<>', 'Grant')
          .execute();
      }),

    /** Removes a grant and every token that came from it. */
    revokeGrant: (grantId: string): Promise<void> =>
      change(async writes => {
        await lockRecord(writes, keyOf('Grant', grantId));
        await writes.deleteFrom('oauth_records').where('grant_id', '=', grantId).execute();
      }),
  };
};

const keyOf = (model: string, id: string): Key => ({ model, idHash: sha256(id) });
