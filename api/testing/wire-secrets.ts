import assert from 'node:assert/strict';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { isEdgeCase } from './arbitraries/edge-cases.ts';

/** The secrets sent to and from one server. */
export type WireSecrets = {
  values(): ReadonlySet<string>;
  /** Fails if a log line contains a secret, plain or encoded. @throws AssertionError */
  expectNoneIn(lines: readonly string[]): void;
};

/** Names of secret members of forms, queries, fragments and JSON. */
const secretNames = new Set([
  ...['code', 'state', 'access_token', 'refresh_token', 'id_token', 'id_token_hint', 'token'],
  ...['client_secret', 'code_verifier', 'password', 'password_again', 'current_password'],
  ...['seed', 'recovery_code'],
]);

/** Matches JSON with such a member, which avoids parsing most bodies. */
const mayContainSecret = new RegExp(`"(${[...secretNames].join('|')})"`);

/** Returns false for values that unrelated texts may contain: short values, single words and edge cases. */
const isDistinctive = (value: string): boolean =>
  value.length >= 10 && new Set(value).size > 4 && !/^[a-z_]+$/i.test(value) && !isEdgeCase(value);

/**
 * Collects the secrets in all requests and responses of a server. These are codes, tokens, states, verifiers,
 * passwords, client secrets, cookies, one-time links, seeds and recovery codes. Outside of `/oauth/`, it collects only
 * the secrets of request bodies and Set-Cookie fields, one-time links, issued client secrets and script tokens, and
 * accepted credentials.
 */
export const watchSecrets = (server: Server): WireSecrets => {
  const values = new Set<string>();
  const add = (value: string) => void (isDistinctive(value) && values.add(value));
  const recordPairs = (pairs: Iterable<[string, unknown]>) => {
    for (const [name, value] of pairs) if (secretNames.has(name) && typeof value === 'string') add(value);
  };
  const recordBody = (type: string, body: string) => recordPairs(parsePairs(type, body));

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const isOAuth = /\/oauth\//.test(request.url ?? '');
    if (isOAuth) recordPairs(new URLSearchParams(getQuery(request.url)));
    findLinkTokens(request.url).forEach(add);
    tapRequestBody(request, body => recordBody(request.headers['content-type'] ?? '', body));
    for (const value of parseCookies(request.headers.cookie)) if (isOAuth) add(value);
    tapResponseBody(response, body => {
      [...findLinkTokens(body), ...findFactorSecrets(body), ...findIssuedSecrets(body)].forEach(add);
      const { authorization = '' } = request.headers;
      const isUnauthorized = response.statusCode === 401;
      if (isOAuth || !isUnauthorized) parseCredentials(authorization).forEach(add);
      for (const line of [response.getHeader('set-cookie') ?? []].flat())
        parseCookies(String(line)).slice(0, 1).forEach(add);
      const [, search = '', hash = ''] =
        /^[^?#]*\??([^#]*)#?(.*)$/s.exec(String(response.getHeader('location') ?? '')) ?? [];
      for (const part of [search, hash]) if (isOAuth) recordPairs(new URLSearchParams(part));
      if (isOAuth) recordBody(String(response.getHeader('content-type') ?? ''), body);
    });
  });

  return {
    values: () => values,
    expectNoneIn(lines) {
      const whole = lines.join('');
      for (const value of values) {
        for (const encoded of new Set([
          value,
          JSON.stringify(value).slice(1, -1),
          encodeURIComponent(value.toWellFormed()),
        ])) {
          if (!whole.includes(encoded)) continue;
          assert.fail(`A secret was logged: ${lines.find(line => line.includes(encoded))}`);
        }
      }
    },
  };
};

/** Finds the tokens of one-time links in a URL or a body. */
const findLinkTokens = (text = ''): string[] =>
  [...text.matchAll(/\/oauth\/one-time\/([\w-]{20,})/g)].map(([, token = '']) => token);

/** Finds the seed of an authenticator app and recovery codes on a page. */
const findFactorSecrets = (text: string): string[] =>
  [...text.matchAll(/name="seed" value="(\w+)"|<li><code>([\w-]+)</g)].map(([, seed, code]) => seed ?? code ?? '');

/** Finds the client secrets and script tokens in the JSON of a response. */
const findIssuedSecrets = (body: string): string[] =>
  [...body.matchAll(/"(?:client_secret|token)":\s*"([\w-]{40,})"/g)].map(([, secret = '']) => secret);

const getQuery = (url = ''): string => url.split('?').slice(1).join('?');

const parsePairs = (type: string, body: string): Iterable<[string, unknown]> => {
  if (type.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(body);
  if (!/^application\/(merge-patch\+)?json/.test(type) || !mayContainSecret.test(body)) return [];
  try {
    return listMembers(JSON.parse(body));
  } catch {
    return [];
  }
};

/** Lists the members at any depth. */
const listMembers = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(member => [member, ...listMembers(member[1])] as [string, unknown][])
    : [];

const parseCookies = (header = ''): string[] =>
  header.split(';').map(pair => pair.split('=').slice(1).join('=').trim());

/** Returns the bearer token, or the encoded credentials and the secret of Basic. */
const parseCredentials = (authorization: string): string[] => {
  const [scheme = '', sent = ''] = authorization.split(' ');
  if (!/^basic$/i.test(scheme)) return [sent];
  return [sent, Buffer.from(sent, 'base64').toString().split(':').slice(1).join(':')];
};

/** Calls `onBody` with the whole request body after the server has received it. */
const tapRequestBody = (request: IncomingMessage, onBody: (body: string) => void): void => {
  const { push } = request;
  const chunks: Buffer[] = [];
  Object.assign(request, {
    push(chunk: unknown, ...rest: unknown[]) {
      // A copy, because the server releases the parts of an upload.
      if (Buffer.isBuffer(chunk)) chunks.push(Buffer.from(chunk));
      if (chunk === null) onBody(Buffer.concat(chunks).toString());
      return Reflect.apply(push, request, [chunk, ...rest]);
    },
  });
};

/** Calls `onBody` with the whole response body before its last byte is sent. The headers are set by then. */
const tapResponseBody = (response: ServerResponse, onBody: (body: string) => void): void => {
  const { write, end } = response;
  const chunks: Buffer[] = [];
  const collect = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  Object.assign(response, {
    write(...args: unknown[]) {
      collect(args[0]);
      return Reflect.apply(write, response, args);
    },
    end(...args: unknown[]) {
      collect(args[0]);
      onBody(decode(Buffer.concat(chunks)));
      return Reflect.apply(end, response, args);
    },
  });
};

/** Decodes a body. A compressed body is recognized by its first bytes, because its headers may be sent already. */
const decode = (body: Buffer): string => {
  if (body.subarray(0, 2).toString('hex') !== '1f8b') return body.toString();
  try {
    return gunzipSync(body).toString();
  } catch {
    return body.toString(); // a file that only starts like gzip
  }
};
