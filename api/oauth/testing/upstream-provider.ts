import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { listen } from '#server/testing/listen';

const client = { client_id: 'the-desk', client_secret: 'the secret of the desk at its provider' };

/** An OpenID Connect provider that signs in any browser without a form. */
export type UpstreamTestProvider = {
  issuer: string;
  /** The writable members of the identity provider in the API. */
  settings: { name: string; issuer: string; client_id: string; client_secret: string };
  /** The account that signs in next. */
  account: { sub: string; [claim: string]: unknown };
  /** Changes the claims of ID tokens. */
  changeIdToken: (claims: JWTPayload) => Record<string, unknown>;
  close(): Promise<void>;
};

/** Starts a provider. With `usesUserInfo`, ID tokens contain only the subject. */
export const startUpstreamProvider = async (
  redirectUri: string,
  { usesUserInfo = false } = {},
): Promise<UpstreamTestProvider> => {
  const server = createServer();
  const issuer = `http://localhost:${await listen(server)}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const running: UpstreamTestProvider = {
    issuer,
    settings: { name: 'Tallywright Login', issuer, ...client },
    account: { sub: 'nobody' },
    changeIdToken: claims => claims,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [await exportJWK(privateKey)] },
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: usesUserInfo,
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...running.account, sub }) }),
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  });
  const handle = provider.callback();

  const signIn = async (request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response);
    const { sub } = running.account;
    const grant = new provider.Grant({ accountId: sub, clientId: client.client_id });
    grant.addOIDCScope(String(params['scope']));
    const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result);
  };
  server.on('request', async (request, response) => {
    if (request.url?.startsWith('/sign-in/')) return signIn(request, response);
    if (request.url !== '/token') return handle(request, response);
    const { end } = response;
    const send = (body: object) => {
      const text = JSON.stringify(body);
      response.setHeader('Content-Length', Buffer.byteLength(text));
      return Reflect.apply(end, response, [text]);
    };
    response.end = (...args: unknown[]) => {
      const body = JSON.parse(String(args[0])) as { id_token?: string };
      if (body.id_token === undefined) return send(body);
      const token = new SignJWT(running.changeIdToken(decodeJwt(body.id_token)));
      void token
        .setProtectedHeader({ alg: 'RS256' })
        .sign(privateKey)
        .then(id_token => send({ ...body, id_token }));
      return response;
    };
    return handle(request, response);
  });
  return running;
};
