import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type BenchClient, benchPerson, formatBasicAuth, scope } from './client.ts';
import type { CompleteResponse, OAuthConnection } from './connection.ts';

/** An OAuth client with its connection. */
export type ConnectedClient = { connection: OAuthConnection; program: BenchClient };

const tokens = z.object({ access_token: z.string().min(20), refresh_token: z.string().min(20) });
type Tokens = z.infer<typeof tokens>;

// Creating a PKCE pair is work of the client only, so all flows share one.
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** Runs the code flow from the authorization request to the tokens; fills in the sign-in form if it is shown. */
export async function runCodeFlow({ connection, program }: ConnectedClient): Promise<Tokens> {
  const code = await authorize(connection, program);
  const response = await connection.postForm(
    '/oauth/token',
    { grant_type: 'authorization_code', code, redirect_uri: program.redirectUri, code_verifier: verifier },
    formatBasicAuth(program),
  );
  return readTokens(response);
}

/** Exchanges a refresh token. @returns the next one */
export async function exchangeRefreshToken({ connection, program }: ConnectedClient, token: string): Promise<string> {
  const fields = { grant_type: 'refresh_token', refresh_token: token };
  const response = await connection.postForm('/oauth/token', fields, formatBasicAuth(program));
  const { refresh_token: next } = readTokens(response);
  if (next === token) throw new Error('A refresh token was not rotated.');
  return next;
}

async function authorize(connection: OAuthConnection, program: BenchClient): Promise<string> {
  const state = 'k3Jd9sQ0';
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: program.clientId,
    redirect_uri: program.redirectUri,
    scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const back = await followRedirects(connection, program.redirectUri, `/oauth/authorize?${query}`);
  const code = back.searchParams.get('code');
  if (code === null || back.searchParams.get('state') !== state)
    throw new Error(`The redirect has no code: ${back.search}`);
  return code;
}

/** Follows redirects and submits forms as a user would, until the redirect to the client. */
export async function followRedirects(connection: OAuthConnection, redirectUri: string, start: string): Promise<URL> {
  for (let path = start; ; ) {
    const response = await connection.get(path);
    const { location } = response.status === 200 ? await connection.postForm(path, getFormFields(path)) : response;
    if (location.startsWith(redirectUri)) return new URL(location);
    if (location === '') throw new Error(`${path} does not redirect: ${response.status} ${response.text}`);
    const { pathname, search } = new URL(location, 'http://any');
    path = pathname + search;
  }
}

const getFormFields = (path: string): Record<string, string> =>
  path.startsWith('/oauth/consent/') ? { decision: 'allow' } : benchPerson;

function readTokens({ status, text }: CompleteResponse): Tokens {
  if (status !== 200) throw new Error(`The token endpoint returned ${status}: ${text}`);
  return tokens.parse(JSON.parse(text));
}
