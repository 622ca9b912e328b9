import { type SecondFactorKind, secondFactorKinds } from '#contract/enums';
import { type AuditActor, recordAudit } from './audit-log.ts';
import { decodeEnum } from './column-encoding.ts';
import type { Queries, WriteTransaction } from './database.ts';
import { seedName } from './secret-names.ts';

/** A second factor of a person, without its secret. Times in milliseconds since 1970. */
export type SecondFactor = {
  kind: SecondFactorKind;
  createdAt: number;
  lastUsedAt: number;
  unusedRecoveryCodes: number;
};

export type FactorChange = 'factorAdded' | 'factorRemoved';

/** Notifies a person that a second factor was added or removed. */
export type NotifyFactorChange = (
  writes: WriteTransaction,
  personId: string,
  change: FactorChange,
  now: number,
) => Promise<void>;

/** Lists the second factors of a person; a person has at most one of each kind. */
export const listSecondFactors = async (queries: Queries, personId: string): Promise<SecondFactor[]> => {
  const factors = queries.selectFrom('second_factors').selectAll().where('person_id', '=', personId);
  const rows = await factors.orderBy('kind').execute();
  if (rows.length === 0) return [];
  const codes = queries.selectFrom('recovery_codes').where('person_id', '=', personId).where('used_by', 'is', null);
  const { count } = await codes.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return rows.map(row => ({
    kind: decodeEnum(secondFactorKinds, row.kind),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    unusedRecoveryCodes: Number(count),
  }));
};

/** Lists the kinds of second factors that each person has. */
export const listAllSecondFactors = async (
  queries: Queries,
): Promise<{ personId: string; kind: SecondFactorKind }[]> => {
  const factors = queries.selectFrom('second_factors').select(['person_id', 'kind']);
  const rows = await factors.orderBy('created_at').orderBy('person_id').orderBy('kind').execute();
  return rows.map(({ person_id, kind }) => ({ personId: person_id, kind: decodeEnum(secondFactorKinds, kind) }));
};

/** Removes the second factors of a person with their secrets and recovery codes. @returns false without any */
export const removeSecondFactors = async (
  writes: WriteTransaction,
  personId: string,
  actor: AuditActor,
  notify: NotifyFactorChange,
): Promise<boolean> => {
  const removed = await writes
    .deleteFrom('second_factors')
    .where('person_id', '=', personId)
    .returning('kind')
    .execute();
  if (removed.length === 0) return false;
  await writes.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  await writes.deleteFrom('sealed_secrets').where('name', '=', seedName(personId)).execute();
  const before = { kinds: removed.map(({ kind }) => decodeEnum(secondFactorKinds, kind)) };
  await recordAudit(writes, actor, { action: 'second_factor.removed', targetId: personId, before });
  await notify(writes, personId, 'factorRemoved', actor.now);
  return true;
};
