/** Existing values for requests to the authorization server, including values of pending sign-ins. */
export type KnownOAuth = {
  clients: readonly { clientId: string; redirectUri: string; authorization: string }[];
  /** Whole `Cookie` fields; `uids` are the interactions they belong to. */
  cookies: readonly string[];
  uids: readonly string[];
  tokens: readonly string[];
  codes: readonly string[];
  email: string;
};

/** An endpoint and its parameters, with valid or nearly valid values. */
export type OAuthEndpoint = { method: 'GET' | 'POST'; path: string; query?: UsualValues; form?: UsualValues };
export type UsualValues = Record<string, readonly string[]>;

const authorization = ({ clients }: KnownOAuth): UsualValues => ({
  response_type: ['code', 'code', 'token', 'code token', 'none', 'id_token'],
  client_id: clients.map(({ clientId }) => clientId),
  redirect_uri: clients.map(({ redirectUri }) => redirectUri),
  scope: ['tickets:read', 'openid tickets:read people:read', 'tickets:read\ttickets:write', 'openid openid', '', ' '],
  state: ['a state', '\r\nSet-Cookie: a=b', '%0d%0a', '✓'],
  code_challenge: ['x'.repeat(43), 'x'.repeat(129), 'short'],
  code_challenge_method: ['S256', 'S256', 'plain', 's256'],
  prompt: ['none', 'login', 'consent', 'login consent', 'none login', 'select_account'],
  max_age: ['0', '1', '-1', '1e3', '99999999999'],
  response_mode: ['query', 'fragment', 'form_post', 'web_message', 'jwt', 'query.jwt'],
  login_hint: ['"><script>', 'mara@desk.example'],
  id_token_hint: ['a.b.c', 'e30.e30.', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
  ...{ nonce: ['n'], claims: ['{"id_token":{"sub":{"value":"1"}}}', '[]'], acr_values: ['0'], resource: ['urn:a'] },
  ...{ request: ['e30.e30.'], request_uri: ['https://evil.example/'], registration: ['{}'], ui_locales: ['de'] },
});

const grant = ({ clients, tokens, codes }: KnownOAuth): UsualValues => ({
  grant_type: ['authorization_code', 'refresh_token', 'password', 'client_credentials', 'implicit', '__proto__'],
  code: codes,
  refresh_token: tokens,
  redirect_uri: clients.map(({ redirectUri }) => redirectUri),
  code_verifier: ['x'.repeat(43), 'short', 'é'.repeat(43)],
  scope: ['tickets:read', 'gists:write', 'tickets:read tickets:read', ''],
  ...{
    client_id: clients.map(({ clientId }) => clientId),
    client_secret: ['made-up', ''],
    client_assertion: ['e30.e30.'],
  },
});

/**
 * Lists the endpoints of the authorization server. /oauth/authorize, which has the most parameters, is listed four
 * times.
 */
export const listEndpoints = (known: KnownOAuth): OAuthEndpoint[] => {
  const uid = (name: string) => known.uids.map(each => `/oauth/${name}/${each}`);
  const token: UsualValues = { token: known.tokens, token_type_hint: ['access_token', 'refresh_token', 'x'] };
  const logout: UsualValues = {
    client_id: known.clients.map(({ clientId }) => clientId),
    post_logout_redirect_uri: ['http://localhost:3000/', 'https://evil.example/', '//evil.example'],
    ...{ id_token_hint: ['a.b.c', 'e30.eyJhdWQiOiJhIn0.'], state: ['a b'] },
  };
  return [
    ...Array.from(
      { length: 4 },
      () => ({ method: 'GET', path: '/oauth/authorize', query: authorization(known) }) as const,
    ),
    ...uid('authorize').map(path => ({ method: 'GET', path }) as const),
    ...uid('sign-in').map(path => ({ method: 'GET', path }) as const),
    ...uid('consent').map(path => ({ method: 'GET', path }) as const),
    ...uid('consent').map(path => ({ method: 'POST', path, form: { decision: ['allow', 'cancel', ''] } }) as const),
    ...uid('sign-in').map(
      path => ({ method: 'POST', path, form: { email: [known.email], password: ['', 'a guess'] } }) as const,
    ),
    ...uid('sign-in').map(path => ({ method: 'POST', path, form: { passkey: ['', '{}', 'null'] } }) as const),
    ...uid('sign-in').map(path => ({ method: 'POST', path: `${path}/passkey` }) as const),
    { method: 'POST', path: '/oauth/security/passkey' },
    { method: 'POST', path: '/oauth/security', form: { action: ['add_passkey', 'remove'], passkey: ['', '{}'] } },
    { method: 'GET', path: '/oauth/logout', query: logout },
    { method: 'POST', path: '/oauth/logout', query: logout, form: logout },
    { method: 'POST', path: '/oauth/token', form: grant(known), query: grant(known) },
    { method: 'POST', path: '/v1/oauth/token', form: grant(known) },
    { method: 'POST', path: '/oauth/revoke', form: token },
    { method: 'POST', path: '/oauth/introspect', form: token },
    { method: 'GET', path: '/oauth/programs', query: { error: ['access_denied', ''] } },
    {
      method: 'POST',
      path: '/oauth/programs',
      form: { person: ['1', '2'], program: known.clients.map(({ clientId }) => clientId), everywhere: ['yes'] },
    },
    { method: 'GET', path: '/oauth/jwks' },
    { method: 'GET', path: '/.well-known/openid-configuration' },
    { method: 'GET', path: '/.well-known/oauth-authorization-server' },
    { method: 'GET', path: '/oauth/assets/pages.css' },
  ];
};
