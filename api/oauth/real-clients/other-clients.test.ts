import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withApi } from '../../testing/api.ts';
import { signInAndDecide, type TokenBody, toBasicAuthorization } from '../testing/code-flow.ts';
import { addClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

type Registered = Awaited<ReturnType<typeof addClient>>;
type Fields = Record<string, string>;

/** The request format of a client library that the tests do not install. */
type ClientStyle = {
  /** Appended to the authorization request; `+` is a space. */
  query: string;
  /** Creates the headers, except Content-Type, and the body of a token request. */
  send(client: Registered, fields: Fields): { headers: Fields; body: string | ReadableStream };
};

const form = (fields: Fields) => String(new URLSearchParams(fields));

/** Creates a body without a Content-Length. */
const inChunks = (text: string) => new Blob([text]).stream();

const styles: Record<string, ClientStyle> = {
  'passport-oauth2: the secret in the form, no Accept': {
    query: 'scope=people%3Aread%20tickets%3Aread&state=a%20state',
    send: ({ clientId, clientSecret }, { grant_type = '', ...fields }) => ({
      headers: { 'User-Agent': 'Node authentication' },
      body: form({ grant_type, redirect_uri: '', ...fields, client_id: clientId, client_secret: clientSecret ?? '' }),
    }),
  },
  'curl -u … -d …': {
    query: 'scope=people:read+tickets:read&state=a+state',
    send: (client, fields) => ({
      headers: { Accept: '*/*', Authorization: toBasicAuthorization(client) },
      body: form(fields),
    }),
  },
  'client_id in addition to Basic, and unknown parameters': {
    query: 'scope=people:read+tickets:read&state=a%20state&access_type=offline&approval_prompt=force&audience=desk&',
    send: (client, fields) => ({
      headers: { Authorization: toBasicAuthorization(client).replace('Basic', 'basic') },
      body: `${form({ ...fields, client_id: client.clientId, audience: 'desk', scope: 'people:read' })}&`,
    }),
  },
  'empty parameters, which count as absent (RFC 6749 3.1), and a form in chunks': {
    query: 'scope=people:read%20tickets:read&state=a%20state&nonce=&prompt=&login_hint=&response_mode=',
    send: (client, fields) => ({
      headers: { Authorization: toBasicAuthorization(client), Accept: 'application/json, text/plain, */*' },
      body: inChunks(form({ ...fields, client_secret: '', scope: '', code_verifier: '' })),
    }),
  },
};

withApi(api => {
  describe('other clients', () => {
    let person: TestPerson;
    before(async () => {
      person = await addPerson(api().database, 'mara@desk.example');
    });

    const sendForm = async ({ headers, body }: ReturnType<ClientStyle['send']>) => {
      const type = 'application/x-www-form-urlencoded;charset=UTF-8';
      const response = await fetch(`${api().url}/oauth/token`, {
        method: 'POST',
        headers: { 'Content-Type': type, ...headers },
        body,
        duplex: 'half',
      });
      assert.equal(response.status, 200);
      return (await response.json()) as TokenBody;
    };

    for (const [name, { query, send }] of Object.entries(styles)) {
      it(`sign in, use their tokens and refresh them: ${name}`, async () => {
        const registered = await addClient(api().database);
        const { clientId, redirectUri } = registered;
        const required = form({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri });
        const back = await signInAndDecide(`${api().url}/oauth/authorize?${required}&${query}`, {
          client: registered,
          person,
        });
        assert.equal(back.searchParams.get('state'), 'a state');
        const code = back.searchParams.get('code') ?? '';
        const exchanged = send(registered, { grant_type: 'authorization_code', code, redirect_uri: redirectUri });
        const { refresh_token, scope } = await sendForm(exchanged);
        assert.equal(scope, 'people:read tickets:read');
        const { access_token } = await sendForm(send(registered, { grant_type: 'refresh_token', refresh_token }));
        const headers = { Authorization: `Bearer ${access_token}` };
        assert.equal((await api().call('GET', '/v1/people/me', { headers })).status, 200);
      });
    }
  });
});
