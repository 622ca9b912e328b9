import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import { scopes } from '#contract/enums';
import { type BenchClient, benchPerson } from '../oauth/client.ts';
import { isPassword } from './password.ts';

const day = 24 * 60 * 60;

/**
 * The baseline: the library with its in-memory adapter and the same grants, client authentication and lifetimes. Its
 * sign-in form also gives consent.
 */
export function bareProvider(issuer: string, programs: readonly BenchClient[]): RequestListener {
  const provider = new Provider(issuer, {
    clients: programs.map(({ clientId, clientSecret, redirectUri }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_basic',
    })),
    routes: { authorization: '/oauth/authorize', token: '/oauth/token' },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: false },
    },
    cookies: { keys: ['a secret of the bench'] },
    scopes: ['openid', ...scopes],
    responseTypes: ['code'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: day, Interaction: 3600, RefreshToken: day, Session: day },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_ctx, { uid }) => `/oauth/sign-in/${uid}` },
  });
  const handle = provider.callback();
  return async (request, response) => {
    if (!request.url?.startsWith('/oauth/sign-in/')) return void handle(request, response);
    if (request.method === 'GET') return void response.end('<form method="post">…</form>');
    const form = new URLSearchParams(await text(request));
    const { params } = await provider.interactionDetails(request, response);
    if (form.get('email') !== benchPerson.email || !(await isPassword(form.get('password') ?? ''))) {
      return void response.writeHead(422).end();
    }
    const grant = new provider.Grant({ accountId: 'ada', clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    const result = { login: { accountId: 'ada' }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  };
}
