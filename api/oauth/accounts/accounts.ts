import { sql } from 'kysely';
import { personKinds, type Role, roles } from '#contract/enums';
import { decodeEnum, encodeEnum } from '../../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import { prepareQuery } from '../../database/prepare-query.ts';

/** The fields of a person that a sign-in needs. */
export type Account = { id: string; name: string; email: string; role: Role; passwordHash: string | null };

const columns = ['id', 'name', 'email', 'role', 'password_hash'] as const;

/** Finds an enabled person by email address, ignoring case; null without a match. Ignores mailboxes. */
export const findAccountByEmail = async (queries: Queries, email: string): Promise<Account | null> => {
  if (email.includes('\0')) return null; // PostgreSQL would raise an error for a NUL
  const row = await enabledPeople(queries).where('email_key', '=', email.trim().toLowerCase()).executeTakeFirst();
  return row === undefined ? null : toAccount(row);
};

/** Finds an enabled person by id; null without a match. Ignores mailboxes. */
export const findAccount = async (queries: Queries, id: string): Promise<Account | null> => {
  const [row] = await selectById(queries, { id });
  return row === undefined ? null : toAccount(row);
};

/** Finds the id of a person or mailbox by email address, even if disabled. Null without a match. */
export const findPersonId = async (queries: Queries, email: string): Promise<string | null> => {
  if (email.includes('\0')) return null; // PostgreSQL would raise an error for a NUL
  const key = email.trim().toLowerCase();
  const people = queries.selectFrom('people').select('id').where('email_key', '=', key);
  return (await people.executeTakeFirst())?.id ?? null;
};

/** Replaces a weak password hash with a stronger hash. Returns false if the hash was changed meanwhile. */
export const replacePasswordHash = async (
  writes: WriteTransaction,
  id: string,
  weaker: string,
  stronger: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await writes
    .updateTable('people')
    .set({ password_hash: stronger })
    .where('id', '=', id)
    .where('password_hash', '=', weaker)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const personKind = encodeEnum(personKinds, 'person');

const enabledPeople = (queries: Queries) =>
  queries.selectFrom('people').select(columns).where('disabled', '=', 0).where('kind', '=', sql.lit(personKind));

type AccountRow = { id: string; name: string; email: string; role: number; password_hash: string | null };

const selectById = prepareQuery<{ id: string }, AccountRow>((queries, value) =>
  enabledPeople(queries).where('id', '=', value('id')),
);

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: decodeEnum(roles, row.role),
  passwordHash: row.password_hash,
});
