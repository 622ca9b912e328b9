import assert from 'node:assert/strict';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Secrets } from '../secrets.ts';
import { readCookies } from '../sessions/cookies.ts';
import { createSeal } from '../sessions/seal.ts';
import type { SessionKeys } from '../sessions/session-keys.ts';

/** The secrets that crossed the wire between one bff and its browsers. */
export type WireSecrets = {
  /** Ones that were seen elsewhere. */
  remember(secrets: Iterable<string>): void;
  /** Rejects when a line of the log holds any of them, plain or encoded. */
  expectNoneIn(log: string): Promise<void>;
};

/** Parameters whose value nobody but the two ends may know. */
const secretNames = ['code', 'state', 'code_challenge', 'access_token', 'token'];

/** What has no longer word in it is made up by tests, and may well be part of something else. */
const isTelling = (value: string): boolean => /[\w-]{6}/.test(value);

const queryOf = (address: unknown): string[] => {
  const parameters = new URLSearchParams(String(address ?? '').replace(/^[^?]*\??/, ''));
  return secretNames.flatMap(name => parameters.getAll(name));
};

/** What a sealed cookie holds: tokens, a state and its verifier; nothing for a cookie that is not ours. */
async function sealedIn(cookie: string, keys: SessionKeys): Promise<string[]> {
  const wrapped = /"jwe":"([^"]+)"/.exec(Buffer.from(cookie, 'base64').toString())?.[1];
  const seals = ['session', 'transaction'].map(purpose => createSeal(keys, purpose));
  const opened = await Promise.all(seals.map(seal => seal.open(wrapped ?? cookie)));
  const members = opened.flatMap(value => Object.entries(Object(value)));
  return members.flatMap(([name, value]) => (name !== 'return_to' && typeof value === 'string' ? [value] : []));
}

/**
 * Listens to everything a bff is sent and answers: codes, states, cookies and what is sealed in them; the client's
 * secret and the session keys besides.
 */
export function watchSecrets(server: Server, { client, sessionKeys }: Secrets): WireSecrets {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const seen = new Set([client.secret, basic]);
  const cookies = new Set<string>();
  const remember = (secrets: Iterable<string>) => {
    for (const secret of secrets) seen.add(secret);
  };
  const rememberCookies = (header: string | undefined) => {
    for (const value of readCookies(header).values()) cookies.add(value);
  };

  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    remember(queryOf(req.url));
    rememberCookies(req.headers.cookie);
    res.once('close', () => {
      remember(queryOf(res.getHeader('location')));
      for (const line of [res.getHeader('set-cookie') ?? []].flat()) rememberCookies(String(line).split(';')[0]);
    });
  });

  return {
    remember,
    async expectNoneIn(log) {
      const sealed = await Promise.all([...cookies].map(cookie => sealedIn(cookie, sessionKeys)));
      remember([...(await sessionKeys()), ...cookies, ...sealed.flat()]);
      const lines = log.split('\n');
      for (const secret of [...seen].filter(isTelling)) {
        const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
        const telling = lines.filter(line => forms.some(form => line.includes(form)));
        assert.deepEqual(telling, [], 'a secret was logged');
      }
    },
  };
}
