import { addPeopleWithApps } from '../../../api/oauth/testing/bench-people.ts';
import { percentile } from '../statistics.ts';
import { benchPerson } from '../web-desk.ts';
import { connect } from './connection.ts';
import { type FillSignInForm, runCodeFlow } from './flows.ts';
import { webApp } from './program.ts';

/** Milliseconds of whole sign-ins, from the authorization request to the tokens. */
export type SignInTimes = { kind: string; p50: number; p99: number };

/**
 * Measures sign-ins at the desk. Alternates between the password alone and a password with a code of an authenticator
 * app. Each person with an app signs in once, since a code is valid once.
 */
export async function measureSignIns(deskUrl: string, dataDir: string, signIns: number): Promise<SignInTimes[]> {
  const apps = await addPeopleWithApps({ DATA_DIR: dataDir }, benchPerson.email, signIns);
  const times = { password: [] as number[], code: [] as number[] };
  const connection = connect(deskUrl);
  const measure = async (milliseconds: number[], fillIn: FillSignInForm) => {
    connection.deleteCookies();
    const since = performance.now();
    await runCodeFlow(connection, webApp, fillIn);
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
    { kind: 'password alone', ...summarize(times.password) },
    { kind: 'password and a code', ...summarize(times.code) },
  ];
}

const summarize = (milliseconds: readonly number[]) => ({
  p50: percentile(milliseconds, 0.5),
  p99: percentile(milliseconds, 0.99),
});
