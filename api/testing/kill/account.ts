import { isSignIn, openForm, post } from '../../oauth/testing/code-flow.ts';
import type { Desk } from './desk.ts';
import { differences } from './facts.ts';

/** A program that acts for people; within its grace a refresh token that was used yields its successor again. */
export type Program = { clientId: string; clientSecret: string; redirectUri: string; graceSeconds: number };

/** Until its time, in milliseconds since 1970, an access token is certainly not too old. */
type Access = { token: string; until: number };

/** What somebody allowed a program, with all tokens of it that were answered. */
export type Grant = {
  client: Program;
  isLive: boolean;
  /** The newest; null when it is not known, since the answer was lost. */
  refresh: string | null;
  /** Those that were traded for it, oldest first. */
  rotated: readonly string[];
  access: readonly Access[];
};

/** Somebody whose password is known, and the one they had before, and what they allowed. */
export type Account = {
  person: { id: string; email: string; role: string; disabled: boolean; version: number };
  password: string;
  oldPassword: string | null;
  grants: readonly Grant[];
};

let attempts = 0;

/** Whether a password opens the door; asked from an address of its own, for those that fail are counted by address. */
const opens = async ({ url }: Desk, client: Program, email: string, password: string): Promise<boolean> => {
  const { browser, page } = await openForm({ server: { url }, bff: client });
  if (!isSignIn(page)) throw new Error(`No form to sign in: ${page.status} ${page.text}`);
  const number = attempts++;
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const body = new URLSearchParams({ email, password });
  const { status } = await browser.open(page.url, {
    method: 'POST',
    body,
    headers: { 'X-Forwarded-For': address },
  });
  if (status !== 303 && status !== 422) throw new Error(`Signing in as ${email} is ${status}`);
  return status === 303;
};

/** What differs from what is known of somebody: of themselves, of every token of theirs, and of their passwords. */
export const differencesOf = async (desk: Desk, account: Account, admin: string, by: Program): Promise<string[]> => {
  const { person, password, oldPassword, grants } = account;
  const found = await differences(desk.as(admin), [[`/v1/people/${person.id}`, { status: 200, body: person }]]);
  for (const [index, grant] of grants.entries()) {
    const wrong = await differencesOfGrant(desk, grant, person.id);
    found.push(...wrong.map(each => `${person.email}, grant ${index} of ${grant.client.clientId}: ${each}`));
  }
  if (oldPassword !== null && (await opens(desk, by, person.email, oldPassword)))
    found.push(`${person.email} signs in with the old password`);
  if ((await opens(desk, by, person.email, password)) === person.disabled)
    found.push(`${person.email} ${person.disabled ? 'signs in, though disabled' : 'does not sign in'}`);
  return found;
};

const differencesOfGrant = async (desk: Desk, grant: Grant, personId: string): Promise<string[]> => {
  const { client, isLive, refresh, rotated, access } = grant;
  const found: string[] = [];
  for (const [index, { token, until }] of access.entries()) {
    const { status, body } = await desk.as(token)('GET', '/v1/people/me');
    const isRight = isLive ? status === 200 && body['id'] === personId : status === 401;
    if (!isRight && !(isLive && Date.now() > until)) found.push(`access token ${index} is ${status}, live: ${isLive}`);
  }
  for (const [index, token] of rotated.entries())
    if (await isActive(desk, client, token)) found.push(`refresh token ${index} is active, though it was used`);
  if (refresh !== null && (await isActive(desk, client, refresh)) !== isLive)
    found.push(`the newest refresh token is ${isLive ? 'not active' : 'active'}`);
  return found;
};

/** What introspection says of a token (RFC 7662). */
const isActive = async ({ url }: Desk, client: Program, token: string): Promise<boolean> => {
  const { status, text } = await post({ url }, client, { token }, '/oauth/introspect');
  if (status !== 200) throw new Error(`Introspection is ${status} ${text}`);
  return (JSON.parse(text) as { active: boolean }).active;
};

/** How many things `differencesOf` asks for. */
export const countClaims = ({ oldPassword, grants }: Account): number =>
  grants.reduce(
    (sum, { refresh, rotated, access }) => sum + rotated.length + access.length + (refresh === null ? 0 : 1),
    oldPassword === null ? 2 : 3,
  );
