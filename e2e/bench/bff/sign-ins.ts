import { type Connection, connect } from '../oauth/connection.ts';
import { codeFlow, followTo } from '../oauth/flows.ts';
import type { WebDesk } from '../web-desk.ts';

type Headers = Record<string, string>;

/** As many sign-ins at either door, as the header fields of their requests: sessions of the bff, tokens of the API. */
export type SignIns = { sessions: Headers[]; tokens: Headers[] };

/** Signs one person in again and again; the form is filled in once. All are good for nine minutes without a renewal. */
export async function signIn({ desk, bff, program }: WebDesk, times: number): Promise<SignIns> {
  const [browser, authorizer] = [connect(bff.url), connect(desk.url)];
  const signIns: SignIns = { sessions: [], tokens: [] };
  while (signIns.sessions.length < times) {
    const cookie = await openSession(browser, authorizer, program.redirectUri);
    signIns.sessions.push({ cookie, 'x-csrf': '1', 'sec-fetch-site': 'same-origin' });
    const { access_token: token } = await codeFlow({ connection: authorizer, program });
    signIns.tokens.push({ authorization: `Bearer ${token}` });
  }
  await Promise.all([browser.close(), authorizer.close()]);
  return signIns;
}

/** @returns the Cookie header of a browser that has just signed in */
export async function openSession(browser: Connection, authorizer: Connection, redirectUri: string): Promise<string> {
  browser.forgetCookies();
  const { location } = await browser.get('/login');
  const asked = new URL(location);
  const { pathname, search } = await followTo(authorizer, redirectUri, asked.pathname + asked.search);
  const answer = await browser.get(pathname + search);
  if (answer.status !== 303) throw new Error(`The bff answered a sign-in ${answer.status}: ${answer.text}`);
  return browser.cookies();
}
