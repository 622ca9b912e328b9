import assert from 'node:assert/strict';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Secrets } from '../secrets.ts';
import { readCookies } from '../sessions/cookies.ts';
import { createSeal } from '../sessions/seal.ts';
import type { SessionKeys } from '../sessions/session-keys.ts';

/** Collects the secrets exchanged between a bff and its browsers. */
export type BffSecretWatch = {
  /** Adds secrets from other sources. */
  record(secrets: Iterable<string>): void;
  /** Rejects if the log contains any secret, plain or encoded. */
  expectNoneIn(log: string): Promise<void>;
};

const secretNames = ['code', 'state', 'code_challenge', 'access_token', 'token'];

/** Ignores short values, which may occur in other text. */
const isLongEnough = (value: string): boolean => /[\w-]{6}/.test(value);

const findQuerySecrets = (address: unknown): string[] => {
  const parameters = new URLSearchParams(String(address ?? '').replace(/^[^?]*\??/, ''));
  return secretNames.flatMap(name => parameters.getAll(name));
};

/** Opens a sealed cookie and returns its tokens, state and verifier. Returns an empty list for other cookies. */
async function openSealed(cookie: string, keys: SessionKeys): Promise<string[]> {
  const wrapped = /"jwe":"([^"]+)"/.exec(Buffer.from(cookie, 'base64').toString())?.[1];
  const seals = ['session', 'transaction'].map(purpose => createSeal(keys, purpose));
  const opened = await Promise.all(seals.map(seal => seal.open(wrapped ?? cookie)));
  const members = opened.flatMap(value => Object.entries(Object(value)));
  return members.flatMap(([name, value]) => (name !== 'return_to' && typeof value === 'string' ? [value] : []));
}

/** Collects all secrets: codes, states and cookies on the wire, client secret and session keys. */
export function watchBffSecrets(server: Server, { client, sessionKeys }: Secrets): BffSecretWatch {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const seen = new Set([client.secret, basic]);
  const cookies = new Set<string>();
  const record = (secrets: Iterable<string>) => {
    for (const secret of secrets) seen.add(secret);
  };
  const recordCookies = (header: string | undefined) => {
    for (const value of readCookies(header).values()) cookies.add(value);
  };

  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    record(findQuerySecrets(req.url));
    recordCookies(req.headers.cookie);
    res.once('close', () => {
      record(findQuerySecrets(res.getHeader('location')));
      for (const line of [res.getHeader('set-cookie') ?? []].flat()) recordCookies(String(line).split(';')[0]);
    });
  });

  return {
    record,
    async expectNoneIn(log) {
      const sealed = await Promise.all([...cookies].map(cookie => openSealed(cookie, sessionKeys)));
      record([...(await sessionKeys()), ...cookies, ...sealed.flat()]);
      const lines = log.split('\n');
      for (const secret of [...seen].filter(isLongEnough)) {
        const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
        const leaks = lines.filter(line => forms.some(form => line.includes(form)));
        assert.deepEqual(leaks, [], 'a secret was logged');
      }
    },
  };
}
