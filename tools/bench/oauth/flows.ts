import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { benchPerson } from '../web-desk.ts';
import type { Connection } from './connection.ts';
import type { Program } from './program.ts';

const tokens = z.object({ access_token: z.string().min(20), refresh_token: z.string().min(20) });

// One PKCE pair for all flows: creating a pair would only slow down the client.
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const state = 'k3Jd9sQ0';

/** Returns the fields to submit on a page of the sign-in. */
export type FillSignInForm = (page: string) => Record<string, string>;

const { email, password } = benchPerson;

/** Runs a code flow, with the sign-in form if it is shown. @returns the refresh token */
export async function runCodeFlow(
  connection: Connection,
  program: Program,
  fillIn: FillSignInForm = () => ({ email, password }),
): Promise<string> {
  const { clientId, redirectUri } = program;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'tickets:read tickets:write people:read',
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const { searchParams } = await followRedirects(connection, `/oauth/authorize?${query}`, redirectUri, fillIn);
  const code = searchParams.get('code');
  if (code === null || searchParams.get('state') !== state) throw new Error(`No code was issued: ${searchParams}`);
  const fields = { code, redirect_uri: redirectUri, code_verifier: verifier };
  return requestTokens(connection, program, { grant_type: 'authorization_code', ...fields });
}

/** Exchanges a refresh token for the next refresh token. */
export async function refresh(connection: Connection, program: Program, token: string): Promise<string> {
  const next = await requestTokens(connection, program, { grant_type: 'refresh_token', refresh_token: token });
  if (next === token) throw new Error('A refresh token was not rotated.');
  return next;
}

/** Follows redirects and submits forms as a browser, until the URL is the program's. */
async function followRedirects(
  connection: Connection,
  start: string,
  redirectUri: string,
  fillIn: FillSignInForm,
): Promise<URL> {
  for (let path = start; ; ) {
    const page = await connection.get(path);
    const isConsent = path.startsWith('/oauth/consent/');
    const fields = () => (isConsent ? { decision: 'allow' } : fillIn(page.text));
    const { status, location, text } = page.status === 200 ? await connection.postForm(path, fields()) : page;
    if (location.startsWith(redirectUri)) return new URL(location);
    if (location === '') throw new Error(`${path} returned ${status} without a redirect: ${text}`);
    const { pathname, search } = new URL(location, 'http://any');
    path = pathname + search;
  }
}

async function requestTokens(
  connection: Connection,
  { clientId, clientSecret }: Program,
  fields: Record<string, string>,
): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const { status, text } = await connection.postForm('/oauth/token', fields, { authorization });
  if (status !== 200) throw new Error(`The token endpoint returned ${status}: ${text}`);
  return tokens.parse(JSON.parse(text)).refresh_token;
}
