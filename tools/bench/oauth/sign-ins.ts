import { sql } from 'kysely';
import { openDatabase } from '../../../api/database/open-database.ts';
import { setUpApp } from '../../../api/oauth/testing/authenticator-app.ts';
import { percentile } from '../statistics.ts';
import { benchPerson } from '../web-desk.ts';
import { connect } from './connection.ts';
import { runCodeFlow, type SignInForm } from './flows.ts';
import { webApp } from './program.ts';

/** Milliseconds of whole sign-ins, from the authorization request to the tokens. */
export type SignInTimes = { kind: string; p50: number; p99: number };

const firstNumber = 1_000_000;

/**
 * Measures sign-ins at the desk, alternately with the password alone and with a code of an authenticator app. Each person
 * signs in once, since a code is valid once.
 */
export async function measureSignIns(deskUrl: string, dataDir: string, signIns: number): Promise<SignInTimes[]> {
  const apps = await insertPeople(dataDir, signIns);
  const times = { password: [] as number[], code: [] as number[] };
  const connection = connect(deskUrl);
  const measure = async (milliseconds: number[], submit: SignInForm) => {
    connection.deleteCookies();
    const since = performance.now();
    await runCodeFlow(connection, webApp, submit);
    milliseconds.push(performance.now() - since);
  };
  for (const [email, showCode] of apps) {
    await measure(times.password, () => ({ email: benchPerson.email, password: benchPerson.password }));
    await measure(times.code, page =>
      page.includes('name="code"') ? { email, code: showCode() } : { email, password: benchPerson.password },
    );
  }
  await connection.close();
  return [
    { kind: 'password alone', ...summarise(times.password) },
    { kind: 'password and a code', ...summarise(times.code) },
  ];
}

const summarise = (milliseconds: readonly number[]) => ({
  p50: percentile(milliseconds, 0.5),
  p99: percentile(milliseconds, 0.99),
});

/** Adds people with the password of {@link benchPerson} and an authenticator app. @returns their addresses and apps */
async function insertPeople(dataDir: string, count: number): Promise<[email: string, showCode: () => string][]> {
  const database = openDatabase({ dataDir });
  const apps: [string, () => string][] = [];
  try {
    for (let number = firstNumber; number < firstNumber + count; number++) {
      const [id, email] = [String(number), `${number}@bench.local`];
      await database.transaction(writes =>
        sql`insert into people
          (id, version, created_at, updated_at, name, email, email_key, role, disabled, password_hash, kind)
          select ${id}, version, created_at, updated_at, name, ${email}, ${email}, role, disabled, password_hash, kind
          from people where email_key = ${benchPerson.email}`.execute(writes),
      );
      apps.push([email, (await setUpApp({ database, clock: Date }, id)).showCode]);
    }
    return apps;
  } finally {
    await database.close();
  }
}
