import { isoTime } from '../../database/values.ts';
import type { Credentials } from './client-secret.ts';
import { formatDuration } from './duration.ts';
import type { Client } from './stored-client.ts';

/** A client as `--json` shows it; `refresh_token` is null for one that gets none. Times in milliseconds since 1970. */
export const clientAsJson = (client: Client, now: number) => {
  const oldSecretUntil = goodUntil(client, now);
  const { accessTokenSeconds, refreshIdleSeconds, refreshAbsoluteSeconds, refreshGraceSeconds } = client.lifetimes;
  return {
    client_id: client.clientId,
    name: client.name,
    kind: client.kind,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    scopes: client.scopes,
    rate_limit: client.rateLimit,
    access_token: { seconds: accessTokenSeconds },
    refresh_token: client.refreshes
      ? { idle_seconds: refreshIdleSeconds, end_seconds: refreshAbsoluteSeconds, grace_seconds: refreshGraceSeconds }
      : null,
    old_secret_ends_at: oldSecretUntil === null ? null : isoTime(oldSecretUntil),
    created_at: isoTime(client.createdAt),
  };
};

/** The same for people, one line a fact. */
export const clientLines = (client: Client, now: number): string[] =>
  factsOf(client, goodUntil(client, now)).flatMap(([name, ...values]) =>
    values.map((value, n) => `${(n === 0 ? name : '').padEnd(14)}  ${value}`),
  );

/** Credentials as `--json` shows them; a public client has no secret. */
export const credentialsAsJson = ({ clientId, clientSecret }: Credentials) => ({
  client_id: clientId,
  ...(clientSecret !== null && { client_secret: clientSecret }),
});

/** As a shell takes them: eval "$(desk clients add …)". Both are hex. */
export const credentialLines = (made: Credentials): string[] =>
  Object.entries(credentialsAsJson(made)).map(([name, value]) => `${name}=${value}`);

const goodUntil = ({ oldSecretUntil }: Client, now: number): number | null =>
  oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil : null;

const factsOf = (client: Client, oldSecretUntil: number | null): [name: string, ...values: string[]][] => [
  ['client_id', client.clientId],
  ['name', client.name],
  ['kind', client.kind],
  ['redirect URIs', ...client.redirectUris],
  ['after sign-out', ...(client.postLogoutRedirectUris.length > 0 ? client.postLogoutRedirectUris : ['nowhere'])],
  ['scope', client.scopes.join(' ')],
  ['rate limit', client.rateLimit === null ? 'default' : `${client.rateLimit} requests a minute`],
  ['access token', `good for ${formatDuration(client.lifetimes.accessTokenSeconds)}`],
  ['refresh token', client.refreshes ? refreshWords(client.lifetimes) : 'none'],
  ...(oldSecretUntil === null ? [] : [oldSecretFact(oldSecretUntil)]),
  ['registered', isoTime(client.createdAt)],
];

const oldSecretFact = (until: number): [string, string] => ['old secret', `good until ${isoTime(until)}`];

const refreshWords = (lifetimes: Client['lifetimes']): string => {
  const { refreshIdleSeconds, refreshAbsoluteSeconds, refreshGraceSeconds } = lifetimes;
  const end = refreshAbsoluteSeconds === null ? 'never' : `${formatDuration(refreshAbsoluteSeconds)} after the sign-in`;
  return `ends ${formatDuration(refreshIdleSeconds)} after its last use, for good ${end}; grace ${formatDuration(refreshGraceSeconds)}`;
};
