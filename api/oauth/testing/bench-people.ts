import { sql } from 'kysely';
import type { Scope } from '#contract/enums';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { createScriptToken } from '../tokens/script-tokens.ts';
import { setUpApp } from './authenticator-app.ts';

/** Environment variables of a store. */
type Store = { DATA_DIR?: string; DATABASE_URL?: string };

const firstNumber = 1_000_000;

/** Copies a person, with role and password, under new ids and email addresses. @returns the results of `add` */
const copyPerson = async <Added>(
  { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl }: Store,
  { original, count }: { original: string; count: number },
  add: (database: Database, person: { id: string; email: string }) => Promise<Added>,
): Promise<Added[]> => {
  const database = openDatabase({ dataDir, databaseUrl });
  const added: Added[] = [];
  try {
    for (let number = firstNumber; number < firstNumber + count; number++) {
      const [id, email] = [String(number), `${number}@bench.local`];
      await database.transaction(writes =>
        sql`insert into people
          (id, version, created_at, updated_at, name, email, email_key, role, disabled, password_hash, kind)
          select cast(${id} as text), version, created_at, updated_at, name, cast(${email} as text),
            cast(${email} as text), role, disabled, password_hash, kind
          from people where email_key = ${original}`.execute(writes),
      );
      added.push(await add(database, { id, email }));
    }
    return added;
  } finally {
    await database.close();
  }
};

/** Adds people like `original`, each with an authenticator app. @returns email addresses with their `showCode` */
export const addPeopleWithApps = (store: Store, original: string, count: number) =>
  copyPerson(
    store,
    { original, count },
    async (database, { id, email }): Promise<[string, () => string]> => [
      email,
      (await setUpApp({ database, clock: Date }, id)).showCode,
    ],
  );

/** Adds people like `original`, each with a token. @returns the tokens */
export const addPeopleWithTokens = (store: Store, original: string, count: number, scopes: readonly Scope[]) =>
  copyPerson(store, { original, count }, async (database, { email }) => {
    const request = { email, scopes, days: 1 };
    return (await createScriptToken(database, request, Date.now)).access_token;
  });
