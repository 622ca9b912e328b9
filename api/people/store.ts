import { roles } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter, nextId } from '../database/counters.ts';
import type { Queries, Writes } from '../database/database.ts';
import type { SortColumn } from '../database/keyset.ts';
import { createScan, type KeysetPage, type PageAnchor, readPage } from '../database/page.ts';
import { type PersonDraft, type PersonRow, personColumns } from './shape.ts';

/** Normalizes an email: addresses that differ only in case are equal. */
const emailKey = (email: string): string => email.toLowerCase();

const toColumns = ({ name, email, role, disabled }: PersonDraft) => ({
  name,
  email,
  email_key: emailKey(email),
  role: encodeEnum(roles, role),
  disabled: disabled ? 1 : 0,
});

/** Finds a person by id; inside a transaction, locks the row until the end. */
export const findPerson = async (queries: Queries, id: string): Promise<PersonRow | null> => {
  const query = queries.selectFrom('people').select(personColumns).where('id', '=', id);
  const row = await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst();
  return row ?? null;
};

/** Reads the name of a person. People are never deleted, so every referenced id has one. */
export const findName = async (queries: Queries, id: string): Promise<string> => {
  const { name } = await queries.selectFrom('people').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return name;
};

/** Finds a person by email, ignoring case. */
export const findPersonByEmail = async (queries: Queries, email: string): Promise<PersonRow | null> => {
  const row = await queries
    .selectFrom('people')
    .select(personColumns)
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return row ?? null;
};

/** Reads one page of people. */
export const readPeoplePage = (
  queries: Queries,
  sort: readonly SortColumn[],
  anchor: PageAnchor,
  limit: number,
): Promise<KeysetPage<PersonRow>> =>
  readPage(createScan(queries.selectFrom('people').select(personColumns), 'people'), sort, anchor, limit);

/** Counts all people. */
export const countPeople = async (queries: Queries): Promise<{ count: number; exact: true }> => {
  const { count } = await queries
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count, exact: true };
};

/** Inserts a person, who cannot sign in without a password hash. */
export const insertPerson = async (
  writes: Writes,
  draft: PersonDraft,
  passwordHash: string | null,
  now: number,
): Promise<PersonRow> => {
  const row = await writes
    .insertInto('people')
    .values({
      id: await nextId(writes, 'person'),
      version: 1,
      created_at: now,
      updated_at: now,
      ...toColumns(draft),
      password_hash: passwordHash,
    })
    .returning(personColumns)
    .executeTakeFirstOrThrow();
  await incrementCounter(writes, 'people.changes');
  return row;
};

/** Updates a person, and the password hash if one is given. */
export const updateStoredPerson = async (
  writes: Writes,
  row: PersonRow,
  draft: PersonDraft,
  passwordHash: string | null,
  now: number,
): Promise<PersonRow> => {
  const updated = await writes
    .updateTable('people')
    .set({
      ...toColumns(draft),
      ...(passwordHash !== null && { password_hash: passwordHash }),
      version: row.version + 1,
      updated_at: now,
    })
    .where('n', '=', row.n)
    .returning(personColumns)
    .executeTakeFirstOrThrow();
  await incrementCounter(writes, 'people.changes');
  return updated;
};

/** Checks if an enabled administrator with a password exists. */
export const hasAdministrator = async (queries: Queries): Promise<boolean> => {
  const administrators = queries
    .selectFrom('people')
    .select('n')
    .where('role', '=', encodeEnum(roles, 'admin'))
    .where('disabled', '=', 0);
  return (await administrators.where('password_hash', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
};

/** Lists all people, oldest first. */
export const listAllPeople = (queries: Queries): Promise<PersonRow[]> =>
  queries.selectFrom('people').select(personColumns).orderBy('n').execute();
