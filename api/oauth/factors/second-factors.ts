import { secondFactorKinds } from '#contract/enums';
import { recordAudit } from '../../database/audit-log.ts';
import { encodeEnum } from '../../database/column-encoding.ts';
import type { Database, Queries, WriteTransaction } from '../../database/database.ts';
import { lockPerson } from '../../database/lock-person.ts';
import {
  type FactorChoice,
  listSecondFactors,
  type NotifyFactorChange,
  removeSecondFactors,
  type SecondFactor,
} from '../../database/second-factors.ts';
import { seedName } from '../../database/secret-names.ts';
import { sha256 } from '../hash.ts';
import { digestRecoveryCode, replaceRecoveryCodes } from './recovery-codes.ts';
import { findStep } from './totp.ts';

/** Stores encrypted secrets; `read` returns null for an unknown name. */
export type SealedSecrets = {
  read(queries: Queries, name: string): Promise<string | null>;
  write(writes: WriteTransaction, name: string, secret: string): Promise<void>;
};

/** A code that a person typed: from the authenticator app, or a recovery code. */
export type TypedCode = { code: string } | { recoveryCode: string };

const totp = encodeEnum(secondFactorKinds, 'totp');

/** Sets up, checks and removes the second factors of people. */
export type SecondFactors = ReturnType<typeof createSecondFactors>;

type Dependencies = { database: Database; secrets: SealedSecrets; notify: NotifyFactorChange };

export const createSecondFactors = ({ database, secrets, notify }: Dependencies, clock: () => number) => {
  const toActor = (personId: string) => ({ personId, clientId: null, now: clock() });

  /** Locks a person's authenticator app until the transaction ends. Using a recovery code takes this lock too. */
  const lockApp = (writes: WriteTransaction, personId: string) =>
    writes
      .selectFrom('second_factors')
      .select(['last_step', 'used_by'])
      .where('person_id', '=', personId)
      .where('kind', '=', totp)
      .forUpdate()
      .executeTakeFirst();

  const setUsed = async (
    writes: WriteTransaction,
    personId: string,
    used: { last_step?: number; used_by?: string },
  ) => {
    const factors = writes.updateTable('second_factors').set({ ...used, last_used_at: clock() });
    await factors.where('person_id', '=', personId).where('kind', '=', totp).execute();
  };

  const consumeCode = async (writes: WriteTransaction, personId: string, code: string, usedBy: string) => {
    const factor = await lockApp(writes, personId);
    const seed = factor === undefined ? null : await secrets.read(writes, seedName(personId));
    const step = seed === null ? null : findStep(seed, code, clock());
    if (factor === undefined || step === null || step < factor.last_step) return false;
    if (step === factor.last_step && usedBy !== factor.used_by) return false;
    await setUsed(writes, personId, { last_step: step, used_by: usedBy });
    return true;
  };

  const consumeRecoveryCode = async (writes: WriteTransaction, personId: string, code: string, usedBy: string) => {
    await lockApp(writes, personId);
    const { numUpdatedRows } = await writes
      .updateTable('recovery_codes')
      .set({ used_by: usedBy })
      .where('person_id', '=', personId)
      .where('digest', '=', digestRecoveryCode(code))
      .where(({ eb, or }) => or([eb('used_by', 'is', null), eb('used_by', '=', usedBy)]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await setUsed(writes, personId, {});
    return true;
  };

  return {
    list: (personId: string): Promise<SecondFactor[]> => listSecondFactors(database.read, personId),

    /**
     * Sets up an authenticator app that shows `code`. The code then counts as used.
     * @param signInId the secret id of the sign-in, if the setup is part of a sign-in
     * @returns recovery codes, empty if the person already had a second factor; null if the code is invalid or the
     * person already has an app
     */
    async enrol(personId: string, { seed, code }: { seed: string; code: string }, signInId = '') {
      const now = clock();
      const step = findStep(seed, code, now);
      if (step === null) return null;
      return database.transaction(async writes => {
        await lockPerson(writes, personId);
        const isFirst = (await listSecondFactors(writes, personId)).length === 0;
        const row = { person_id: personId, kind: totp, created_at: now, last_used_at: now };
        const { numInsertedOrUpdatedRows } = await writes
          .insertInto('second_factors')
          .values({ ...row, last_step: step, used_by: sha256(signInId) })
          .onConflict(conflict => conflict.columns(['person_id', 'kind']).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return null;
        await secrets.write(writes, seedName(personId), seed);
        const codes = isFirst ? await replaceRecoveryCodes(writes, personId) : [];
        const entry = { action: 'second_factor.created', targetId: personId, after: { kinds: ['totp'] } } as const;
        await notify(writes, personId, 'factorAdded', now);
        await recordAudit(writes, toActor(personId), entry);
        return codes;
      });
    },

    /**
     * Uses a code of a person; false if it is invalid. Each code is accepted once, but the same sign-in may repeat it:
     * after a double click, the browser drops the first response.
     */
    use(personId: string, typed: TypedCode, signInId: string): Promise<boolean> {
      const usedBy = sha256(signInId);
      return database.transaction(writes =>
        'code' in typed
          ? consumeCode(writes, personId, typed.code, usedBy)
          : consumeRecoveryCode(writes, personId, typed.recoveryCode, usedBy),
      );
    },

    /** Replaces the recovery codes. @returns the new codes; null for a person without a second factor */
    renewCodes: (personId: string): Promise<string[] | null> =>
      database.transaction(async writes => {
        await lockPerson(writes, personId);
        if ((await listSecondFactors(writes, personId)).length === 0) return null;
        const codes = await replaceRecoveryCodes(writes, personId);
        const entry = { action: 'second_factor.codes_renewed', targetId: personId, secrets: ['codes'] } as const;
        await recordAudit(writes, toActor(personId), entry);
        return codes;
      }),

    /** Removes the authenticator app or a passkey. @returns false if the person does not have it */
    remove: (personId: string, choice: Exclude<FactorChoice, 'all'>): Promise<boolean> =>
      database.transaction(writes => removeSecondFactors(writes, personId, toActor(personId), notify, choice)),
  };
};
