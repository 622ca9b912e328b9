import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { listen } from '#server/testing/listen';

export const mailClient = { client_id: 'the-desk', client_secret: 'the secret of the desk at its provider' };

/**
 * `outage`: the token endpoint responds with 503. `lost response`: the token endpoint issues tokens,
 * but the client gets no response.
 */
type TokenFault = 'outage' | 'lost response';

/** A provider of mailboxes with real tokens. It signs every person in without a form. */
export type MailProvider = {
  /** The writable members of an authorization. */
  authorization: object;
  /** The grant types of the successful token requests so far. */
  tokenRequests: string[];
  /** Every token that it issued. */
  issued: string[];
  fault: TokenFault | null;
  /** True if each renewal invalidates the previous refresh token, as at some providers. */
  rotates: boolean;
  /** The lifetime of its next access tokens. */
  lifetimeSeconds: number;
  /** Returns whether a token is active. Queries the introspection endpoint, as mail servers do. */
  isActive(token: string): Promise<boolean>;
  /** Revokes all access tokens. */
  revokeAccessTokens(): Promise<void>;
  /** Revokes every sign-in, as a person does in the settings of the account. */
  revokeSignIns(): Promise<void>;
  close(): Promise<void>;
};

export const startMailProvider = async (redirectUri: string): Promise<MailProvider> => {
  const server = createServer();
  const url = `http://localhost:${await listen(server)}`;
  const grants: string[] = [];
  const running: Pick<MailProvider, 'tokenRequests' | 'issued' | 'fault' | 'rotates' | 'lifetimeSeconds'> = {
    tokenRequests: [],
    issued: [],
    fault: null,
    rotates: false,
    lifetimeSeconds: 3600,
  };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [await exportJWK(privateKey)] },
    clients: [
      {
        ...mailClient,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    features: { devInteractions: { enabled: false }, introspection: { enabled: true, allowedPolicy: () => true } },
    cookies: { keys: ['a key of the provider'] },
    scopes: ['mail', 'offline_access'],
    pkce: { required: () => true },
    rotateRefreshToken: () => running.rotates,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: () => running.lifetimeSeconds,
      AuthorizationCode: 60,
      Grant: 86_400,
      RefreshToken: 86_400,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  });
  const accessTokens: { destroy(): Promise<void> }[] = [];
  provider.on('access_token.saved', token => accessTokens.push(token));
  provider.on('grant.success', ({ oidc }) => running.tokenRequests.push(String(oidc.params?.['grant_type'])));
  const handle = provider.callback();

  server.on('request', async (request, response) => {
    if (request.url?.startsWith('/sign-in/')) {
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: 'support', clientId: mailClient.client_id });
      grant.addOIDCScope(String(params['scope']));
      grants.push(await grant.save());
      const result = { login: { accountId: 'support' }, consent: { grantId: String(grants.at(-1)) } };
      return provider.interactionFinished(request, response, result);
    }
    if (request.url !== '/token') return handle(request, response);
    if (running.fault === 'outage') return void response.writeHead(503).end();
    const { end } = response;
    response.end = (...args: unknown[]) => {
      const body: unknown = JSON.parse(String(args[0]));
      if (typeof body === 'object' && body !== null)
        for (const [name, value] of Object.entries(body)) if (/_token$/.test(name)) running.issued.push(String(value));
      if (running.fault === 'lost response') return request.socket.destroy() && response;
      return Reflect.apply(end, response, args);
    };
    return handle(request, response);
  });

  return Object.assign(running, {
    authorization: {
      ...{ provider: 'custom', authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token` },
      ...{ scope: 'mail offline_access', ...mailClient },
    },
    async isActive(token: string) {
      const body = new URLSearchParams({ ...mailClient, token });
      const response = await fetch(`${url}/token/introspection`, { method: 'POST', body });
      return ((await response.json()) as { active: boolean }).active;
    },
    async revokeAccessTokens() {
      for (const token of accessTokens) await token.destroy();
    },
    async revokeSignIns() {
      for (const id of grants) await (await provider.Grant.find(id))?.destroy();
    },
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
};
