import { type AuditActor, recordAudit } from '../../database/audit-log.ts';
import { incrementCounter } from '../../database/counters.ts';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import { newRowColumns } from '../../database/resource-rows.ts';
import { markDeleted } from '../../database/tombstones.ts';
import type { PersonRow } from '../representation.ts';
import type { IdentityRow } from './representation.ts';

/** Selects identities with the id of their person. */
export const selectIdentities = (queries: Queries) =>
  queries
    .selectFrom('identities')
    .innerJoin('people', 'people.n', 'identities.person_n')
    .selectAll('identities')
    .select('people.id as person_id');

/** Finds an identity of a person; null without a match. Inside a transaction, locks its row until the end. */
export const findIdentity = async (queries: Queries, personId: string, id: string): Promise<IdentityRow | null> => {
  const query = selectIdentities(queries).where('people.id', '=', personId).where('identities.id', '=', id);
  return (await (queries.isTransaction ? query.forUpdate('identities') : query).executeTakeFirst()) ?? null;
};

/** Finds the identity of an account at a provider; null without a match. */
export const findBySubject = async (queries: Queries, issuer: string, subject: string): Promise<IdentityRow | null> => {
  const query = selectIdentities(queries).where('issuer', '=', issuer).where('subject', '=', subject);
  return (await query.executeTakeFirst()) ?? null;
};

/** Returns whether a person has an identity of an issuer. */
export const hasIdentityOf = async (queries: Queries, { n }: PersonRow, issuer: string): Promise<boolean> => {
  const identities = queries.selectFrom('identities').select('n').where('person_n', '=', n);
  return (await identities.where('issuer', '=', issuer).executeTakeFirst()) !== undefined;
};

/** Returns whether an identity at an enabled provider turns off password sign-in for a person. */
export const isPasswordSignInOff = async (queries: Queries, personId: string): Promise<boolean> => {
  const row = await queries
    .selectFrom('identities')
    .innerJoin('people', 'people.n', 'identities.person_n')
    .innerJoin('identity_providers', 'identity_providers.issuer', 'identities.issuer')
    .select('identities.n')
    .where('people.id', '=', personId)
    .where('hides_password', '=', 1)
    .where('enabled', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Lists the names of the enabled providers at which a person can sign in. */
export const listLinkedProviders = (queries: Queries, personId: string): Promise<{ name: string }[]> =>
  queries
    .selectFrom('identity_providers')
    .innerJoin('identities', 'identities.issuer', 'identity_providers.issuer')
    .innerJoin('people', 'people.n', 'identities.person_n')
    .select('identity_providers.name')
    .distinct()
    .where('people.id', '=', personId)
    .where('enabled', '=', 1)
    .orderBy('identity_providers.name')
    .execute();

/** Lets a person sign in with the password, regardless of the settings. */
export const allowPassword = async (writes: WriteTransaction, { n }: PersonRow): Promise<void> => {
  await writes.updateTable('identities').set({ hides_password: 0 }).where('person_n', '=', n).execute();
};

/** Links an account at a provider to a person, whose row must be locked. */
export const insertIdentity = async (
  writes: WriteTransaction,
  { n: person_n, id: person_id }: PersonRow,
  account: { issuer: string; subject: string; email: string | null },
  actor: AuditActor,
): Promise<void> => {
  const newColumns = await newRowColumns(writes, 'identity', actor.now);
  await writes
    .insertInto('identities')
    .values({ ...newColumns, ...account, person_n, hides_password: 1 })
    .execute();
  await incrementCounter(writes, 'identities.changes');
  const after = { person_id, ...account };
  await recordAudit(writes, actor, { action: 'identity.linked', targetId: newColumns.id, after });
};

/** Deletes an identity permanently. */
export const removeIdentity = async (
  writes: WriteTransaction,
  { n, id, person_id, issuer, subject, email }: IdentityRow,
  actor: AuditActor,
): Promise<void> => {
  await writes.deleteFrom('identities').where('n', '=', n).execute();
  await markDeleted(writes, 'identity', `${person_id}/${id}`, actor.now);
  await incrementCounter(writes, 'identities.changes');
  const before = { person_id, issuer, subject, email };
  await recordAudit(writes, actor, { action: 'identity.removed', targetId: id, before });
};
