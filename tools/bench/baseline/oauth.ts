import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import { scopes } from '#contract/enums';
import { listen } from '#server/testing/listen';
import type { Program } from '../oauth/program.ts';

// Runs oidc-provider with its in-memory adapter. The sign-in form signs in anyone and gives consent. The provider has
// the grant types, client authentication and access token lifetime of the desk. Argument: the programs as JSON.

const day = 24 * 60 * 60;
const programs: Program[] = JSON.parse(process.argv[2] ?? '');
const server = createServer();
const port = await listen(server);
const url = `http://127.0.0.1:${port}`;

const provider = new Provider(url, {
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
  cookies: { keys: ['a secret of the benchmark'] },
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

server.on('request', async (request, response) => {
  if (!request.url?.startsWith('/oauth/sign-in/')) return void handle(request, response);
  if (request.method === 'GET') return void response.end('<form method="post">…</form>');
  await text(request);
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: 'ada', clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  const result = { login: { accountId: 'ada' }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result);
});
console.log(JSON.stringify({ msg: 'listening', url, port }));
