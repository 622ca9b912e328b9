import { sql } from 'kysely';
import { z } from 'zod';
import { states } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { resourceTables } from '../database/resources.ts';
import { type Check, type CheckFinding, createRowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const enumColumns = resourceTables.flatMap(({ table, enumColumns: columns }) =>
  Object.entries(columns).map(([column, values]) => ({ table, column, values })),
);

const enums: Check[] = enumColumns.map(({ table, column, values }) =>
  createRowsCheck(
    { name: 'enums', rule: 'States, priorities, types and other enum columns are valid enum indexes.' },
    table,
    async (queries, span) => {
      const invalidIndexes = sql<{ id: string; value: number }>`
        select id, ${sql.ref(column)} as value from ${sql.table(table)}
        where ${isInSpan('n', span)} and (${sql.ref(column)} < 0 or ${sql.ref(column)} >= ${values.length})`;
      const { rows } = await invalidIndexes.execute(queries);
      return rows.map(({ id, value }) => {
        const sentence = `${table} ${id}: ${column} is ${value}, not an index into ${values.join(', ')}.`;
        return { table, id, sentence };
      });
    },
  ),
);

const booleanColumns = resourceTables.flatMap(({ table, booleanColumns: columns }) =>
  columns.map(column => ({ table, column })),
);

const booleans: Check[] = booleanColumns.map(({ table, column }) =>
  createRowsCheck({ name: 'booleans', rule: 'Boolean columns are 0 or 1.' }, table, async (queries, span) => {
    const invalidValues = sql<{ id: string; value: number }>`
      select id, ${sql.ref(column)} as value from ${sql.table(table)}
      where ${isInSpan('n', span)} and ${sql.ref(column)} not in (0, 1)`;
    return (await invalidValues.execute(queries)).rows.map(({ id, value }) => {
      const sentence = `${table} ${id}: ${column} is ${value}, neither 0 nor 1.`;
      return { table, id, sentence };
    });
  }),
);

const tagList = z.array(z.string());

const areTags = (text: string): boolean => {
  try {
    return tagList.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const tags = createRowsCheck(
  { name: 'tags', rule: 'A ticket’s tags are a JSON list of strings.' },
  'tickets',
  async (queries, span) => {
    const rows = await queries.selectFrom('tickets').select(['id', 'tags']).where(isInSpan('n', span)).execute();
    return rows
      .filter(row => !areTags(row.tags))
      .map(({ id }) => ({ table: 'tickets', id, sentence: `Ticket ${id}: its tags are malformed.` }));
  },
);

const closing = createRowsCheck(
  { name: 'closing', rule: 'A ticket has a closing time exactly while it is closed.' },
  'tickets',
  async (queries, span): Promise<CheckFinding[]> => {
    const rows = await queries
      .selectFrom('tickets')
      .select(['id', 'state', 'closed_at'])
      .where(isInSpan('n', span))
      .where(sql<boolean>`(closed_at > 0) <> (state = ${encodeEnum(states, 'closed')})`)
      .execute();
    return rows.map(({ id, closed_at }) => {
      const sentence = `Ticket ${id}: closed_at is ${closed_at}, but the ticket is ${closed_at > 0 ? 'not ' : ''}closed.`;
      return { table: 'tickets', id, sentence };
    });
  },
);

const addresses = createRowsCheck(
  { name: 'addresses', rule: 'A person’s email_key is their lower-case email address.' },
  'people',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('people')
      .select(['id', 'email', 'email_key'])
      .where(isInSpan('n', span))
      .execute();
    return rows
      .filter(({ email, email_key }) => email.toLowerCase() !== email_key)
      .map(({ id }) => ({
        table: 'people',
        id,
        sentence: `Person ${id}: email_key is not the lower-case email address.`,
      }));
  },
);

/** A PHC string of argon2: see oauth/accounts/passwords.ts. */
const passwordHash = /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

const passwords = createRowsCheck(
  { name: 'passwords', rule: 'A password hash is missing or valid.' },
  'people',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('people')
      .select(['id', 'password_hash'])
      .where(isInSpan('n', span))
      .execute();
    return rows
      .filter(({ password_hash }) => password_hash !== null && !passwordHash.test(password_hash))
      .map(({ id }) => ({ table: 'people', id, sentence: `Person ${id}: the password hash is malformed.` }));
  },
);

export const valueChecks: Check[] = [...enums, ...booleans, tags, closing, addresses, passwords];
