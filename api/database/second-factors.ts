import { type SecondFactorKind, secondFactorKinds } from '#contract/enums';
import { type AuditActor, recordAudit } from './audit-log.ts';
import { decodeEnum } from './column-encoding.ts';
import type { Queries, WriteTransaction } from './database.ts';
import { lockPerson } from './lock-person.ts';
import { seedName } from './secret-names.ts';

/** A second factor of a person, without its secret. Times are in milliseconds since 1970. */
export type SecondFactor = {
  kind: SecondFactorKind;
  /** The id and the name of a passkey; null for an authenticator app. */
  id: string | null;
  name: string | null;
  createdAt: number;
  lastUsedAt: number;
  disabledAt: number | null;
  unusedRecoveryCodes: number;
};

export type FactorChange = 'factorAdded' | 'factorRemoved' | 'passkeyDisabled';

/** Notifies a person that a second factor was changed. */
export type NotifyFactorChange = (
  writes: WriteTransaction,
  personId: string,
  change: FactorChange,
  now: number,
) => Promise<void>;

const appColumns = { id: null, name: null, disabled_at: null };

/** Lists the second factors of a person: the authenticator app, if any, and then the passkeys, oldest first. */
export const listSecondFactors = async (queries: Queries, personId: string): Promise<SecondFactor[]> => {
  const apps = await queries.selectFrom('second_factors').selectAll().where('person_id', '=', personId).execute();
  const all = queries.selectFrom('passkeys').selectAll().where('person_id', '=', personId);
  const passkeys = await all.orderBy('created_at').orderBy('id').execute();
  const rows = [
    ...apps.map(row => ({ ...row, ...appColumns, kind: decodeEnum(secondFactorKinds, row.kind) })),
    ...passkeys.map(row => ({ ...row, kind: 'passkey' as const })),
  ];
  if (rows.length === 0) return [];
  const codes = queries.selectFrom('recovery_codes').where('person_id', '=', personId).where('used_by', 'is', null);
  const { count } = await codes.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return rows.map(({ kind, id, name, ...row }) => ({
    ...{ kind, id, name },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    disabledAt: row.disabled_at,
    unusedRecoveryCodes: Number(count),
  }));
};

/** Lists the kinds of second factors that each person has; disabled passkeys count too. */
export const listAllSecondFactors = async (
  queries: Queries,
): Promise<{ personId: string; kind: SecondFactorKind }[]> => {
  const apps = await queries.selectFrom('second_factors').select(['person_id', 'kind']).orderBy('person_id').execute();
  const passkeys = await queries.selectFrom('passkeys').select('person_id').distinct().orderBy('person_id').execute();
  return [
    ...apps.map(({ person_id, kind }) => ({ personId: person_id, kind: decodeEnum(secondFactorKinds, kind) })),
    ...passkeys.map(({ person_id }) => ({ personId: person_id, kind: 'passkey' as const })),
  ];
};

/** Selects all second factors of a person, the authenticator app, or a passkey. */
export type FactorChoice = 'all' | 'app' | { passkey: string };

/**
 * Removes second factors with their secrets, and the recovery codes with the last factor. Notifies the person, and
 * records the change in the audit log.
 * @returns false if the person has none of these second factors
 */
export const removeSecondFactors = async (
  writes: WriteTransaction,
  personId: string,
  actor: AuditActor,
  notify: NotifyFactorChange,
  choice: FactorChoice = 'all',
): Promise<boolean> => {
  await lockPerson(writes, personId);
  const removed = (await listSecondFactors(writes, personId)).filter(
    ({ id, kind }) => choice === 'all' || (choice === 'app' ? kind === 'totp' : id === choice.passkey),
  );
  if (removed.length === 0) return false;
  for (const { id } of removed) await removeFactor(writes, personId, id);
  if ((await listSecondFactors(writes, personId)).length === 0)
    await writes.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  const names = removed.flatMap(({ name }) => name ?? []);
  const before = { kinds: removed.map(({ kind }) => kind), ...(names.length > 0 && { names }) };
  await notify(writes, personId, 'factorRemoved', actor.now);
  await recordAudit(writes, actor, { action: 'second_factor.removed', targetId: personId, before });
  return true;
};

/** Removes a passkey; if `id` is null, removes the authenticator app. */
const removeFactor = async (writes: WriteTransaction, personId: string, id: string | null): Promise<void> => {
  if (id !== null) {
    await writes.deleteFrom('passkeys').where('person_id', '=', personId).where('id', '=', id).execute();
    return;
  }
  await writes.deleteFrom('second_factors').where('person_id', '=', personId).execute();
  await writes.deleteFrom('sealed_secrets').where('name', '=', seedName(personId)).execute();
};
