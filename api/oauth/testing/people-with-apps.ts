import { sql } from 'kysely';
import { openDatabase } from '../../database/open-database.ts';
import { setUpApp } from './authenticator-app.ts';

const firstNumber = 1_000_000;

/**
 * Adds people with the password of a person, each with an authenticator app, to a SQLite store.
 * @returns their addresses and apps
 */
export async function addPeopleWithApps(
  dataDir: string,
  original: string,
  count: number,
): Promise<[email: string, showCode: () => string][]> {
  const database = openDatabase({ dataDir });
  const apps: [string, () => string][] = [];
  try {
    for (let number = firstNumber; number < firstNumber + count; number++) {
      const [id, email] = [String(number), `${number}@bench.local`];
      await database.transaction(writes =>
        sql`insert into people
          (id, version, created_at, updated_at, name, email, email_key, role, disabled, password_hash, kind)
          select ${id}, version, created_at, updated_at, name, ${email}, ${email}, role, disabled, password_hash, kind
          from people where email_key = ${original}`.execute(writes),
      );
      apps.push([email, (await setUpApp({ database, clock: Date }, id)).showCode]);
    }
    return apps;
  } finally {
    await database.close();
  }
}
