import { createHash } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { JourneyDesk } from './desk.ts';
import { administrator } from './people.ts';

/** The built-in OAuth client of the API reference, which needs consent. */
export const referenceClient = { id: 'desk-docs', state: 'a state' };

/** Returns the authorization URL of the reference client with changed parameters. Omits undefined parameters. */
export function getAuthorizationUrl({ apiUrl }: JourneyDesk, changed: Record<string, string | undefined> = {}): string {
  const parameters = {
    response_type: 'code',
    client_id: referenceClient.id,
    redirect_uri: `${apiUrl}/v1/docs/oauth2-redirect.html`,
    scope: 'tickets:read messages:write',
    state: referenceClient.state,
    code_challenge: createHash('sha256').update('an unused verifier').digest('base64url'),
    code_challenge_method: 'S256',
    ...changed,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `${apiUrl}/oauth/authorize?${query}`;
}

/** Fills in and submits the sign-in form. */
export async function fillSignInForm(
  page: Page,
  person: { email: string; password: string } = administrator,
): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A registered program. */
export type Program = { id: string; secret: string; redirectUri: string };

type Tokens = { access_token: string; refresh_token: string };

/**
 * Signs a person in to a program and grants access. Sends the requests that a browser would send.
 *
 * @returns the tokens of the program
 */
export async function grantAccess(
  requests: APIRequestContext,
  desk: JourneyDesk,
  program: Program,
  { email, password }: { email: string; password: string },
): Promise<Tokens> {
  const { id, redirectUri } = program;
  const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined };
  const parameters = { client_id: id, redirect_uri: redirectUri, scope: 'tickets:read', ...withoutPkce };
  const headers = { Origin: desk.apiUrl };
  const form = await requests.get(getAuthorizationUrl(desk, parameters));
  const consent = await requests.post(form.url(), { form: { email, password }, headers });
  let response = await requests.post(consent.url(), { form: { decision: 'allow' }, headers, maxRedirects: 0 });
  const getTarget = () => new URL(response.headers()['location'] ?? '', response.url());
  while (!getTarget().href.startsWith(redirectUri))
    response = await requests.get(getTarget().href, { maxRedirects: 0 });
  const code = getTarget().searchParams.get('code') ?? '';
  const exchanged = await requestTokens(requests, desk, program, {
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
  });
  expect(exchanged.status()).toBe(200);
  return exchanged.json();
}

/** Sends a request of a program to the token endpoint. */
export const requestTokens = (
  requests: APIRequestContext,
  { apiUrl }: JourneyDesk,
  { id, secret }: Program,
  form: Record<string, string>,
) => {
  const Authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  return requests.post(`${apiUrl}/oauth/token`, { headers: { Authorization }, form });
};
