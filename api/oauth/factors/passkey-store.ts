import { recordAudit } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import type { WriteTransaction } from '../../database/database.ts';
import { lockPerson } from '../../database/lock-person.ts';
import { listSecondFactors, type NotifyFactorChange } from '../../database/second-factors.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/** A verified new passkey; the public key in base64url. */
type NewPasskey = { id: string; name: string; publicKey: string; counter: number };

/** `now` is the time of the change, in milliseconds since 1970. `notify` notifies the owner. */
type Change = { now: number; notify: NotifyFactorChange };

/**
 * Stores a passkey.
 * @returns recovery codes, empty if the person already had a second factor; null if the passkey is already stored
 */
export const insertPasskey = async (
  writes: WriteTransaction,
  personId: string,
  { id, name, publicKey, counter }: NewPasskey,
  { now, notify }: Change,
): Promise<string[] | null> => {
  await lockPerson(writes, personId);
  const isFirst = (await listSecondFactors(writes, personId)).length === 0;
  const times = { created_at: now, last_used_at: now, disabled_at: null };
  const { numInsertedOrUpdatedRows } = await writes
    .insertInto('passkeys')
    .values({ person_id: personId, id, name, public_key: publicKey, counter, ...times })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return null;
  const recoveryCodes = isFirst ? await replaceRecoveryCodes(writes, personId) : [];
  await notify(writes, personId, 'factorAdded', now);
  const after = { kinds: ['passkey'], names: [name] };
  const actor = { personId, clientId: null, now };
  await recordAudit(writes, actor, { action: 'second_factor.created', targetId: personId, after });
  return recoveryCodes;
};

/** A verified signature: the id of its passkey, and the counter. */
type Signature = { id: string; counter: number };

/**
 * Stores the counter of a signature. A counter that does not increase disables the passkey, because a copy may have
 * made a signature (WebAuthn, 6.1.1). Authenticators without a counter always send 0, which is accepted.
 * @returns `rejected` if the passkey was already removed or disabled
 */
export const storeCounter = async (
  writes: WriteTransaction,
  { id, counter }: Signature,
  { now, notify }: Change,
): Promise<'used' | 'rejected' | 'disabled'> => {
  const passkeys = writes.selectFrom('passkeys').selectAll().where('id', '=', id);
  const passkey = await passkeys.forUpdate().executeTakeFirst();
  if (passkey === undefined || passkey.disabled_at !== null) return 'rejected';
  const update = (changed: object) => writes.updateTable('passkeys').set(changed).where('id', '=', id).execute();
  const hasNoCounter = counter === 0 && passkey.counter === 0;
  if (hasNoCounter || counter > passkey.counter) {
    await update({ counter, last_used_at: now });
    return 'used';
  }
  await update({ disabled_at: now });
  await notify(writes, passkey.person_id, 'passkeyDisabled', now);
  const after = { name: passkey.name, disabled_at: isoTime(now) };
  const actor = { personId: null, clientId: null, now };
  await recordAudit(writes, actor, { action: 'second_factor.disabled', targetId: passkey.person_id, after });
  return 'disabled';
};
