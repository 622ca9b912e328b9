import { connectOAuth, type OAuthConnection } from '../oauth/connection.ts';
import { followRedirects, runCodeFlow } from '../oauth/flows.ts';
import type { WebDesk } from '../web-desk.ts';

type Headers = Record<string, string>;

/** The request headers of signed-in clients: sessions of the bff, and as many tokens of the API. */
export type SignIns = { sessions: Headers[]; tokens: Headers[] };

/** Signs one person in several times, with one use of the form. The sessions need no refresh for nine minutes. */
export async function signInRepeatedly({ desk, bff, program }: WebDesk, times: number): Promise<SignIns> {
  const [browser, authorizer] = [connectOAuth(bff.url), connectOAuth(desk.url)];
  const signIns: SignIns = { sessions: [], tokens: [] };
  while (signIns.sessions.length < times) {
    const cookie = await openSession(browser, authorizer, program.redirectUri);
    signIns.sessions.push({ cookie, 'x-csrf': '1', 'sec-fetch-site': 'same-origin' });
    const { access_token: token } = await runCodeFlow({ connection: authorizer, program });
    signIns.tokens.push({ authorization: `Bearer ${token}` });
  }
  await Promise.all([browser.close(), authorizer.close()]);
  return signIns;
}

/** Signs in. @returns the Cookie header of the session */
export async function openSession(
  browser: OAuthConnection,
  authorizer: OAuthConnection,
  redirectUri: string,
): Promise<string> {
  browser.clearCookies();
  const { location } = await browser.get('/login');
  const authorizeUrl = new URL(location);
  const { pathname, search } = await followRedirects(
    authorizer,
    redirectUri,
    authorizeUrl.pathname + authorizeUrl.search,
  );
  const response = await browser.get(pathname + search);
  if (response.status !== 303) throw new Error(`The bff answered a sign-in with ${response.status}: ${response.text}`);
  return browser.cookies();
}
