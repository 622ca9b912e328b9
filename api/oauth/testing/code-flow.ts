import { createHash, randomBytes } from 'node:crypto';
import { type BrowserPage, createFormBrowser, type FormBrowser } from './browser.ts';
import type { TestPerson, TestServer } from './oauth-server.ts';

/** A person who signs in to a client at a server. */
export type CodeFlow = {
  server: Pick<TestServer, 'url'>;
  client: { clientId: string; clientSecret: string | null; redirectUri: string };
  person: TestPerson;
  browser?: FormBrowser;
  /** Changes to the authorization request; undefined removes a parameter. */
  parameters?: Record<string, string | undefined>;
};

/** Creates a random PKCE verifier with its S256 challenge. */
export const createVerifier = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

/** Builds the URL of an authorization request; the challenge is random by default. */
export const authorizationUrl = (
  { server, client, parameters = {} }: Pick<CodeFlow, 'server' | 'client' | 'parameters'>,
  challenge = createVerifier().challenge,
): URL => {
  const url = new URL(`${server.url}/oauth/authorize`);
  const allParameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: 'tickets:read people:read',
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...parameters,
  };
  for (const [name, value] of Object.entries(allParameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
};

/** Signs in and consents; returns the redirect to the client. */
export const authorize = async (flow: CodeFlow): Promise<{ back: URL; verifier: string }> => {
  const { verifier, challenge } = createVerifier();
  return { back: await signInAndDecide(authorizationUrl(flow, challenge), flow), verifier };
};

/** Follows an authorization URL, signs in and submits the decision on consent. Returns the redirect to the client. */
export const signInAndDecide = async (
  address: string | URL,
  {
    client,
    person,
    browser = createFormBrowser(),
  }: Pick<CodeFlow, 'person' | 'browser'> & { client: { redirectUri: string } },
  decision: 'allow' | 'cancel' = 'allow',
): Promise<URL> => {
  let page = await browser.follow(address, client.redirectUri);
  if (isSignInPage(page)) page = await submitSignIn(browser, page, person, client);
  if (page.url.includes('/oauth/consent/')) page = await submitConsent(browser, page, client, decision);
  if (page.status !== 303 || page.location === null)
    throw new Error(`No redirect to the client: ${page.status} ${page.text}`);
  return new URL(page.location);
};

/** Submits a sign-in form; returns the next page or the redirect to the client. */
export const submitSignIn = async (
  browser: FormBrowser,
  form: BrowserPage,
  { email, password }: TestPerson,
  { redirectUri }: { redirectUri: string },
): Promise<BrowserPage> => {
  const sent = await browser.submit(form, { email, password });
  return sent.location === null ? sent : browser.follow(sent.location, redirectUri);
};

/** Submits a consent page; returns the redirect to the client. */
export const submitConsent = async (
  browser: FormBrowser,
  page: BrowserPage,
  { redirectUri }: { redirectUri: string },
  decision = 'allow',
): Promise<BrowserPage> => {
  const sent = await browser.submit(page, { decision });
  return browser.follow(sent.location ?? '', redirectUri);
};

/** Starts an authorization and signs in if needed. Returns the consent page, or the redirect if consent is skipped. */
export const openConsentPage = async (flow: CodeFlow) => {
  const { client, person, browser = createFormBrowser() } = flow;
  const { verifier, challenge } = createVerifier();
  const form = await browser.follow(authorizationUrl(flow, challenge), client.redirectUri);
  return { browser, verifier, page: isSignInPage(form) ? await submitSignIn(browser, form, person, client) : form };
};

/** Starts a sign-in through the bff's client. Returns the form, or the redirect if the browser is signed in. */
export const openSignInForm = async (
  { server, bff }: { server: CodeFlow['server']; bff: CodeFlow['client'] },
  parameters: CodeFlow['parameters'] = {},
  browser = createFormBrowser(),
) => {
  const url = authorizationUrl({ server, client: bff, parameters });
  return { browser, page: await browser.follow(url, bff.redirectUri) };
};

/** Returns true if the browser is signed in, which means that it gets no sign-in form. */
export const isSignedIn = async (desk: Parameters<typeof openSignInForm>[0], browser: FormBrowser): Promise<boolean> =>
  !isSignInPage((await openSignInForm(desk, {}, browser)).page);

export const isSignInPage = (page: BrowserPage): boolean => page.url.includes('/oauth/sign-in/');

/** A token response, or an error with the members of OAuth and of the API. */
export type TokenBody = {
  token_type?: string;
  access_token: string;
  refresh_token: string;
  expires_in?: number;
  scope?: string;
  id_token?: string;
  error?: string;
  error_description?: string;
  code?: number;
  message?: string;
  description?: string;
};

export type TokenResponse = { status: number; headers: Headers; text: string; body: TokenBody };

type Client = { clientId: string; clientSecret: string | null };

export const toBasicAuthorization = ({ clientId, clientSecret }: Client): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** Posts a form as a client, with Basic. A client without a secret sends only its id. */
export const postAsClient = async (
  { url }: Pick<TestServer, 'url'>,
  client: Client,
  fields: Record<string, string>,
  path = '/oauth/token',
): Promise<TokenResponse> => {
  const isPublic = client.clientSecret === null;
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, ...(isPublic && { client_id: client.clientId }) }),
    headers: isPublic ? {} : { Authorization: toBasicAuthorization(client) },
  });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as TokenBody;
  return { status: response.status, headers: response.headers, text, body };
};

/** Exchanges the code of a redirect for tokens. */
export const exchangeCode = (
  { server, client }: Pick<CodeFlow, 'server' | 'client'>,
  { back, verifier }: { back: URL; verifier: string },
  changed: Record<string, string> = {},
): Promise<TokenResponse> =>
  postAsClient(server, client, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    ...changed,
  });

export const refreshTokens = (
  { server, client }: Pick<CodeFlow, 'server' | 'client'>,
  token: string,
  more: Record<string, string> = {},
): Promise<TokenResponse> =>
  postAsClient(server, client, { grant_type: 'refresh_token', refresh_token: token, ...more });

/** Runs the whole code flow and returns the tokens. */
export const obtainTokens = async (flow: CodeFlow): Promise<TokenBody> => {
  const response = await exchangeCode(flow, await authorize(flow));
  if (response.status !== 200) throw new Error(`No tokens: ${response.status} ${response.text}`);
  return response.body;
};
