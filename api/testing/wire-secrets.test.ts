import assert, { AssertionError } from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listenDuringTest } from '#server/testing/listen';
import { watchSecrets } from './wire-secrets.ts';

const secret = (name: string): string => `${name}-0123456789`;
const basic = btoa(`client:${secret('basic')}`);

/** Requests, and the secrets in each of them. The `state` of the last request is an edge-case value, not a secret. */
const requests: [path: string, headers: Record<string, string>, body: string, secrets: string[]][] = [
  [
    `/oauth/token?state=${secret('query')}`,
    { Authorization: `Basic ${basic}`, Cookie: `step=${secret('cookie')}` },
    String(new URLSearchParams({ code: secret('"/form'), redirect_uri: 'https://program.example/' })),
    [secret('query'), basic, secret('basic'), secret('cookie'), secret('"/form')],
  ],
  [
    '/oauth/token',
    { Authorization: `Bearer ${secret('bearer')}`, 'Content-Type': 'application/json' },
    JSON.stringify({ password: secret('json'), state: '9999-12-31T23:59:59Z' }),
    [secret('bearer'), secret('json')],
  ],
];
const responseSecrets = ['access-0123456789', 'cookie-0123456789', 'code-in-query-01', 'token-in-hash-01'];

it('finds every secret of a request and its response in a log, without changing the request', async t => {
  for (const [path, headers, body, secrets] of requests) {
    const server = createServer(async (request, response) => {
      const received = await text(request);
      response.setHeader('Set-Cookie', `sign_in=${responseSecrets[1]}; path=/`);
      response.setHeader(
        'Location',
        `https://a.example/?code=${responseSecrets[2]}#access_token=${responseSecrets[3]}`,
      );
      response.setHeader('Content-Type', 'application/json');
      response.write(`{"access_token":"${responseSecrets[0]}",`);
      response.end(`"received":${JSON.stringify(received)}}`);
    });
    const watched = watchSecrets(server);
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const url = `${await listenDuringTest(t, server)}${path}`;
    const response = await fetch(url, { method: 'POST', body, headers: { ...type, ...headers } });
    assert.equal(((await response.json()) as { received: string }).received, body);
    assert.deepEqual([...watched.values()].sort(), [...new Set([...secrets, ...responseSecrets])].sort());
    for (const each of watched.values()) {
      const lines = ['{"msg":"first"}\n', `${JSON.stringify({ msg: each })}\n`];
      assert.throws(() => watched.expectNoneIn(lines), AssertionError);
    }
    watched.expectNoneIn(['{"msg":"nothing of the kind"}\n']);
  }
});

it('finds issued client secrets and script tokens, even in a compressed response', async t => {
  const issued = ['client_secret', 'token'].map(name => [name, `${name}-`.padEnd(43, '0123456789')] as const);
  const body = JSON.stringify(Object.fromEntries(issued));
  const server = createServer((request, response) => {
    const isCompressed = request.url === '/gzip';
    response.writeHead(200, isCompressed ? { 'Content-Encoding': 'gzip' } : {});
    response.end(isCompressed ? gzipSync(body) : body);
  });
  const url = await listenDuringTest(t, server);
  for (const path of ['/', '/gzip']) {
    const watched = watchSecrets(server);
    assert.equal(await (await fetch(`${url}${path}`)).text(), body);
    assert.deepEqual(
      [...watched.values()],
      issued.map(([, secret]) => secret),
    );
  }
});
