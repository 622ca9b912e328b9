import assert from 'node:assert/strict';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isOddity } from './arbitraries/oddities.ts';
import { readBody, readWrites } from './wire-taps.ts';

/** The secrets that crossed the wire to and from one server. */
export type WireSecrets = {
  /** One that was handed over in another way, such as by a command. */
  remember(secret: string): void;
  /** All of them so far. */
  values(): ReadonlySet<string>;
  /** @throws AssertionError when a line of a log holds any of them, plain or encoded */
  expectNoneIn(lines: readonly string[]): void;
};

/** Members of forms, queries, fragments and JSON whose value nobody but the two ends may know. */
const secretNames = new Set([
  ...['code', 'state', 'access_token', 'refresh_token', 'id_token', 'id_token_hint', 'token'],
  ...['client_secret', 'code_verifier', 'password', 'current_password'],
]);

/** JSON that may have such a member: most has none, and is long. */
const named = new RegExp(`"(${[...secretNames].join('|')})"`);

/** Shorter ones, those of few letters, single words and oddities are made up by tests, and may well be a word of something else. */
const isTelling = (value: string): boolean =>
  value.length >= 10 && new Set(value).size > 4 && !/^[a-z_]+$/i.test(value) && !isOddity(value);

/**
 * Listens to everything a server is sent and answers, from now on: codes, tokens, states, verifiers, passwords, the
 * secrets of clients, and cookies. A bearer token counts once it was taken: a made-up one is nobody's.
 */
export const watchSecrets = (server: Server): WireSecrets => {
  const values = new Set<string>();
  const remember = (value: string) => void (isTelling(value) && values.add(value));
  const rememberPairs = (pairs: Iterable<[string, unknown]>) => {
    for (const [name, value] of pairs) if (secretNames.has(name) && typeof value === 'string') remember(value);
  };
  const rememberBody = (type: string, body: string) => rememberPairs(pairsOf(type, body));

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const isOAuth = /\/oauth\//.test(request.url ?? '');
    if (isOAuth) rememberPairs(new URLSearchParams(queryOf(request.url)));
    readBody(request, body => rememberBody(request.headers['content-type'] ?? '', body));
    for (const value of cookiesOf(request.headers.cookie)) if (isOAuth) remember(value);
    readWrites(response, body => {
      const { authorization = '' } = request.headers;
      const isRefused = response.statusCode === 401;
      if (isOAuth || !isRefused) credentialsOf(authorization).forEach(remember);
      for (const line of [response.getHeader('set-cookie') ?? []].flat())
        cookiesOf(String(line)).slice(0, 1).forEach(remember);
      const [, search = '', hash = ''] =
        /^[^?#]*\??([^#]*)#?(.*)$/s.exec(String(response.getHeader('location') ?? '')) ?? [];
      for (const part of [search, hash]) if (isOAuth) rememberPairs(new URLSearchParams(part));
      if (isOAuth) rememberBody(String(response.getHeader('content-type') ?? ''), body);
    });
  });

  return {
    remember,
    values: () => values,
    expectNoneIn(lines) {
      const whole = lines.join('');
      for (const value of values) {
        for (const written of new Set([
          value,
          JSON.stringify(value).slice(1, -1),
          encodeURIComponent(value.toWellFormed()),
        ])) {
          if (!whole.includes(written)) continue;
          assert.fail(`A secret was logged: ${lines.find(line => line.includes(written))}`);
        }
      }
    },
  };
};

const queryOf = (url = ''): string => url.split('?').slice(1).join('?');

const pairsOf = (type: string, body: string): Iterable<[string, unknown]> => {
  if (type.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(body);
  if (!/^application\/(merge-patch\+)?json/.test(type) || !named.test(body)) return [];
  try {
    return Object.entries(Object(JSON.parse(body)));
  } catch {
    return [];
  }
};

const cookiesOf = (header = ''): string[] => header.split(';').map(pair => pair.split('=').slice(1).join('=').trim());

/** A bearer token, or the secret of Basic; both as they were sent, too. */
const credentialsOf = (authorization: string): string[] => {
  const [scheme = '', sent = ''] = authorization.split(' ');
  if (!/^basic$/i.test(scheme)) return [sent];
  return [sent, Buffer.from(sent, 'base64').toString().split(':').slice(1).join(':')];
};
