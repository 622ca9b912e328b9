import { isSignInPage, openSignInForm, postAsClient } from '../../api/oauth/testing/code-flow.ts';
import { findDifferences } from './expected-responses.ts';
import type { TestDesk } from './test-desk.ts';

/** An OAuth client. Within the grace period a used refresh token returns its successor again. */
export type TestClient = { clientId: string; clientSecret: string; redirectUri: string; graceSeconds: number };

/** An access token that certainly does not expire before `until`, in milliseconds since 1970. */
type AccessToken = { token: string; until: number };

/** A grant with all its received tokens. */
export type Grant = {
  client: TestClient;
  isLive: boolean;
  /** The newest refresh token; null if the response with it was lost. */
  refreshToken: string | null;
  /** Oldest first. */
  usedRefreshTokens: readonly string[];
  /** Oldest first. */
  accessTokens: readonly AccessToken[];
};

/** The expected state of a person, their passwords and grants. */
export type ExpectedAccount = {
  person: { id: string; email: string; role: string; disabled: boolean; version: number };
  password: string;
  oldPassword: string | null;
  grants: readonly Grant[];
};

let attempts = 0;

/** True if a password signs in. Each attempt uses its own IP address, because failures are counted per address. */
const canSignIn = async ({ url }: TestDesk, client: TestClient, email: string, password: string): Promise<boolean> => {
  const { browser, page } = await openSignInForm({ server: { url }, bff: client });
  if (!isSignInPage(page)) throw new Error(`No sign-in form: ${page.status} ${page.text}`);
  const number = attempts++;
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const body = new URLSearchParams({ email, password });
  const { status } = await browser.open(page.url, {
    method: 'POST',
    body,
    headers: { 'X-Forwarded-For': address },
  });
  if (status !== 303 && status !== 422) throw new Error(`Signing in as ${email} returned ${status}`);
  return status === 303;
};

/** Compares the desk with the expected account: the person, every token, and both passwords. */
export const findAccountDifferences = async (
  desk: TestDesk,
  account: ExpectedAccount,
  admin: string,
  client: TestClient,
): Promise<string[]> => {
  const { person, password, oldPassword, grants } = account;
  const found = await findDifferences(desk.as(admin), [[`/v1/people/${person.id}`, { status: 200, body: person }]]);
  for (const [index, grant] of grants.entries()) {
    const differences = await findGrantDifferences(desk, grant, person.id);
    found.push(...differences.map(each => `${person.email}, grant ${index} of ${grant.client.clientId}: ${each}`));
  }
  if (oldPassword !== null && (await canSignIn(desk, client, person.email, oldPassword)))
    found.push(`${person.email} can sign in with the old password`);
  if ((await canSignIn(desk, client, person.email, password)) === person.disabled)
    found.push(`${person.email} ${person.disabled ? 'can sign in although disabled' : 'cannot sign in'}`);
  return found;
};

const findGrantDifferences = async (desk: TestDesk, grant: Grant, personId: string): Promise<string[]> => {
  const { client, isLive, refreshToken, usedRefreshTokens, accessTokens } = grant;
  const found: string[] = [];
  for (const [index, { token, until }] of accessTokens.entries()) {
    const { status, body } = await desk.as(token)('GET', '/v1/people/me');
    const isExpected = isLive ? status === 200 && body['id'] === personId : status === 401;
    if (!isExpected && !(isLive && Date.now() > until))
      found.push(`GET /v1/people/me with access token ${index} returned ${status}, live: ${isLive}`);
  }
  for (const [index, token] of usedRefreshTokens.entries())
    if (await isActive(desk, client, token)) found.push(`refresh token ${index} is active although it was used`);
  if (refreshToken !== null && (await isActive(desk, client, refreshToken)) !== isLive)
    found.push(`the newest refresh token is ${isLive ? 'not active' : 'active'}`);
  return found;
};

/** Introspects a token (RFC 7662). */
const isActive = async ({ url }: TestDesk, client: TestClient, token: string): Promise<boolean> => {
  const { status, text } = await postAsClient({ url }, client, { token }, '/oauth/introspect');
  if (status !== 200) throw new Error(`Introspection returned ${status} ${text}`);
  return (JSON.parse(text) as { active: boolean }).active;
};
