import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { obtainTokens, refreshTokens, type TokenBody, toBasicAuthorization } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';
import { addClient, startOAuthServer, type TestServer } from '../testing/oauth-server.ts';

type Client = Awaited<ReturnType<typeof addClient>>;
type Clients = { victim: Client; other: Client; publicClient: Client };
type Credentials = { authorization?: string; body?: Record<string, string> };
type Forgeries = Record<string, (clients: Clients) => Credentials>;

const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64');
const byBasic = (client: Client, changed: Partial<Client> = {}) => ({
  authorization: toBasicAuthorization({ ...client, ...changed }),
});
const byForm = ({ clientId }: Client, more: Record<string, string> = {}) => ({
  body: { client_id: clientId, ...more },
});
const jwt = {
  client_assertion: 'e30.e30.',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
};

/**
 * Attempts to impersonate a confidential client: 401. See token-endpoint.test.ts for the hash of the secret and for an
 * empty secret.
 */
const failed: Forgeries = {
  'no credentials': () => ({}),
  'its id alone': ({ victim }) => byForm(victim),
  'the secret of another client': ({ victim, other }) => byBasic(victim, { clientSecret: other.clientSecret }),
  'the secret in capitals': ({ victim }) => byBasic(victim, { clientSecret: `${victim.clientSecret}`.toUpperCase() }),
  'the secret and a space': ({ victim }) => byBasic(victim, { clientSecret: `${victim.clientSecret} ` }),
  'its id in capitals': ({ victim }) => byBasic(victim, { clientId: victim.clientId.toUpperCase() }),
  'its id and a NUL': ({ victim }) => byBasic(victim, { clientId: `${victim.clientId}\0` }),
  'a wildcard': ({ victim }) => byBasic(victim, { clientId: '%25' }),
  'Basic in UTF-16': ({ victim: { clientId, clientSecret } }) => ({
    authorization: `Basic ${base64(`${clientId}:${clientSecret}`, 'utf16le')}`,
  }),
  'Basic with invalid base64': ({ victim }) => ({ authorization: `${toBasicAuthorization(victim)}_-` }),
  'Basic encoded twice': ({ victim }) => ({ authorization: `Basic ${base64(toBasicAuthorization(victim))}` }),
  'two Basic values in one header': ({ victim, other }) => ({
    authorization: `${toBasicAuthorization(other)}, ${toBasicAuthorization(victim)}`,
  }),
  'another scheme': ({ victim }) => ({ authorization: toBasicAuthorization(victim).replace('Basic', 'Digest') }),
  'an assertion': ({ victim }) => byForm(victim, jwt),
};

/** Requests with contradictory client credentials: 400. */
const contradictory: Forgeries = {
  'Basic of another client, and the id of this client in the form': ({ victim, other }) => ({
    ...byBasic(other),
    ...byForm(victim),
  }),
  'Basic of this client, and the id of another client in the form': ({ victim, other }) => ({
    ...byBasic(victim),
    ...byForm(other),
  }),
};

withDesk(desk => {
  let clients: Clients;
  let server: TestServer;
  let tokens: TokenBody;
  before(async () => {
    const { database, person } = desk();
    server = await startOAuthServer(database, { limits: { perMinute: 10_000, ipPerMinute: 10_000 } });
    const [victim, other] = [await addClient(database), await addClient(database)];
    clients = { victim, other, publicClient: await addClient(database, { kind: 'public' }) };
    tokens = await obtainTokens({ server, person, client: victim });
  });
  after(() => server.close());

  const send = async (path: string, fields: Record<string, string>, { authorization, body }: Credentials) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, ...body }),
      headers: { ...(authorization !== undefined && { Authorization: authorization }) },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text || '{}') as TokenBody };
  };

  describe('a client with a secret', () => {
    for (const [status, error, forgeries] of [
      [401, 'invalid_client', failed],
      [400, 'invalid_request', contradictory],
    ] as const) {
      for (const [title, forge] of Object.entries(forgeries)) {
        it(`${status} ${error} at every endpoint for ${title}`, async () => {
          const { access_token: token, refresh_token } = tokens;
          for (const [path, fields] of [
            ['/oauth/token', { grant_type: 'refresh_token', refresh_token }],
            ['/oauth/revoke', { token }],
            ['/oauth/introspect', { token }],
          ] as const) {
            const response = await send(path, fields, forge(clients));
            assert.deepEqual([response.status, response.body.error], [status, error], `${path} ${response.text}`);
            assert.equal(response.headers.has('www-authenticate'), status === 401);
          }
        });
      }
    }

    it('keeps its tokens after the rejected requests', async () => {
      const { victim } = clients;
      assert.partialDeepStrictEqual(await server.oauth.findPrincipal(tokens.access_token), {
        clientId: victim.clientId,
      });
      assert.equal((await refreshTokens({ server, client: victim }, tokens.refresh_token)).status, 200);
    });

    it('200 for its id and secret in Basic, even percent-encoded or with the scheme in another letter case', async () => {
      const { victim } = clients;
      const basic = toBasicAuthorization(victim);
      const whole = `${victim.clientId}:${victim.clientSecret}`;
      const encoded = whole.replace(/[a-f]/g, letter => `%${letter.charCodeAt(0).toString(16)}`);
      for (const authorization of [basic, basic.replace('Basic', 'bASIC'), `Basic ${base64(encoded)}`]) {
        const { status, text } = await send('/oauth/introspect', { token: 'unknown' }, { authorization });
        assert.deepEqual([status, text], [200, '{\n  "active": false\n}\n']);
      }
    });
  });

  describe('a public client', () => {
    it('401 with any secret', async () => {
      const { publicClient, victim } = clients;
      const { refresh_token } = await obtainTokens({ server, person: desk().person, client: publicClient });
      const fields = { grant_type: 'refresh_token', refresh_token };
      for (const clientSecret of ['made-up', 'null', 'undefined', `${victim.clientSecret}`]) {
        for (const credentials of [
          byBasic(publicClient, { clientSecret }),
          byForm(publicClient, { client_secret: clientSecret }),
        ]) {
          const { status, body } = await send('/oauth/token', fields, credentials);
          assert.deepEqual([status, body.error], [401, 'invalid_client'], JSON.stringify(credentials));
        }
      }
      assert.equal((await send('/oauth/token', fields, byForm(publicClient))).status, 200);
    });
  });
});
