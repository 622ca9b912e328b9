import { type Role, roles } from '#contract/vocabulary';
import type { Queries, Writes } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { wordAt } from '../../database/values.ts';

/** A person, as far as signing in goes. */
export type Account = { id: string; name: string; email: string; role: Role; passwordHash: string | null };

const columns = ['id', 'name', 'email', 'role', 'password_hash'] as const;

/** The enabled person with an e-mail address, whatever its case; null for nobody and for a disabled one. */
export const findAccountByEmail = async (queries: Queries, email: string): Promise<Account | null> => {
  if (email.includes('\0')) return null; // no address, and Postgres would refuse it loudly
  const row = await enabledPeople(queries).where('email_key', '=', email.trim().toLowerCase()).executeTakeFirst();
  return row === undefined ? null : toAccount(row);
};

/** The enabled person with an id; null for nobody and for a disabled one. */
export const findAccount = async (queries: Queries, id: string): Promise<Account | null> => {
  const [row] = await selectById(queries, { id });
  return row === undefined ? null : toAccount(row);
};

/** The id of whoever has an e-mail address, whether or not they may still sign in; null for nobody. */
export const findPersonId = async (queries: Queries, email: string): Promise<string | null> => {
  const key = email.trim().toLowerCase();
  const people = queries.selectFrom('people').select('id').where('email_key', '=', key);
  return (await people.executeTakeFirst())?.id ?? null;
};

/** Stores a hash made at today's cost in place of the weaker one it was made from; false when another is there by now. */
export const replacePasswordHash = async (
  writes: Writes,
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

const enabledPeople = (queries: Queries) => queries.selectFrom('people').select(columns).where('disabled', '=', 0);

type AccountRow = { id: string; name: string; email: string; role: number; password_hash: string | null };

const selectById = prepared<{ id: string }, AccountRow>((queries, value) =>
  enabledPeople(queries).where('id', '=', value('id')),
);

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: wordAt(roles, row.role),
  passwordHash: row.password_hash,
});
