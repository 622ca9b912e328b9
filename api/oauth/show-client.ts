import { isoTime } from '../database/values.ts';
import type { Credentials } from './client-secret.ts';
import { formatDuration } from './duration.ts';
import type { Client } from './stored-client.ts';

/** A client as `--json` shows it; `refresh_token` is null for one that gets none. */
export const clientAsJson = (client: Client) => {
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
    created_at: isoTime(client.createdAt),
  };
};

/** The same for people, one line a fact. */
export const clientLines = (client: Client): string[] =>
  factsOf(client).flatMap(([name, ...values]) =>
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

const factsOf = (client: Client): [name: string, ...values: string[]][] => [
  ['client_id', client.clientId],
  ['name', client.name],
  ['kind', client.kind],
  ['redirect URIs', ...client.redirectUris],
  ['after sign-out', ...(client.postLogoutRedirectUris.length > 0 ? client.postLogoutRedirectUris : ['nowhere'])],
  ['scope', client.scopes.join(' ')],
  ['rate limit', client.rateLimit === null ? 'default' : `${client.rateLimit} requests a minute`],
  ['access token', `good for ${formatDuration(client.lifetimes.accessTokenSeconds)}`],
  ['refresh token', client.refreshes ? refreshWords(client.lifetimes) : 'none'],
  ['registered', isoTime(client.createdAt)],
];

const refreshWords = (lifetimes: Client['lifetimes']): string => {
  const { refreshIdleSeconds, refreshAbsoluteSeconds, refreshGraceSeconds } = lifetimes;
  const end = refreshAbsoluteSeconds === null ? 'never' : `${formatDuration(refreshAbsoluteSeconds)} after the sign-in`;
  return `ends ${formatDuration(refreshIdleSeconds)} after its last use, for good ${end}; grace ${formatDuration(refreshGraceSeconds)}`;
};
