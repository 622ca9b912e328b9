import assert, { AssertionError } from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { listen } from '#server/testing/listen';
import { watchSecrets } from './wire-secrets.ts';

const secret = (name: string): string => `${name}-0123456789`;
const form = 'application/x-www-form-urlencoded';

/** Requests to /oauth/token and the secrets in them. */
const sent: [title: string, init: RequestInit, query: string, secrets: string[]][] = [
  ['a form', { body: `code=${secret('a')}&redirect_uri=https://program.example/` }, '', [secret('a')]],
  ['a form, encoded', { body: `state=${encodeURIComponent(secret('"/b'))}` }, '', [secret('"/b')]],
  [
    'JSON',
    { body: JSON.stringify({ password: secret('c') }), headers: { 'Content-Type': 'application/json' } },
    '',
    [secret('c')],
  ],
  ['the query', {}, `?state=${secret('d')}`, [secret('d')]],
  [
    'Basic',
    { headers: { Authorization: `Basic ${btoa(`client:${secret('e')}`)}` } },
    '',
    [secret('e'), btoa(`client:${secret('e')}`)],
  ],
  ['Bearer', { headers: { Authorization: `Bearer ${secret('f')}` } }, '', [secret('f')]],
  ['a cookie', { headers: { Cookie: `step=${secret('g')}` } }, '', [secret('g')]],
];

const answered = ['access-0123456789', 'cookie-0123456789', 'code-in-query-01', 'token-in-hash-01'];

describe('secrets on the wire', () => {
  for (const [title, init, query, secrets] of sent) {
    it(`are found in ${title} and in the response, without changing the request`, async () => {
      const server = createServer(async (request, response) => {
        const body = await text(request);
        response.setHeader('Set-Cookie', `sign_in=${answered[1]}; path=/`);
        response.setHeader('Location', `https://a.example/?code=${answered[2]}#access_token=${answered[3]}`);
        response.setHeader('Content-Type', 'application/json');
        response.write(`{"access_token":"${answered[0]}",`);
        response.end(`"length":${body.length}}`);
      });
      const watched = watchSecrets(server);
      const port = await listen(server);
      const headers = { 'Content-Type': form, ...init.headers };
      const response = await fetch(`http://127.0.0.1:${port}/oauth/token${query}`, {
        method: 'POST',
        ...init,
        headers,
      });
      const { length } = (await response.json()) as { length: number };
      assert.equal(length, String(init.body ?? '').length);
      assert.deepEqual([...watched.values()].sort(), [...secrets, ...answered].sort());
      for (const each of watched.values()) {
        const lines = ['{"msg":"first"}\n', `${JSON.stringify({ msg: each })}\n`];
        assert.throws(() => watched.expectNoneIn(lines), AssertionError);
      }
      watched.expectNoneIn(['{"msg":"nothing of the kind"}\n']);
      server.close();
    });
  }

  it('ignore the edge-case values of the property tests', () => {
    const watched = watchSecrets(createServer());
    watched.add('9999-12-31T23:59:59Z');
    watched.add('a-0123456789');
    assert.deepEqual([...watched.values()], ['a-0123456789']);
  });
});
