import type { Command } from 'commander';
import { formatDuration } from '#contract/duration';
import { printResult } from '../../command-line.ts';
import { isoTime } from '../../database/column-encoding.ts';
import type { ClientCredentials } from './client-secret.ts';
import type { Client } from './stored-client.ts';

/** Formats a client for `--json`; `refresh_token` is null for an implicit client. `now` in milliseconds since 1970. */
export const formatClientAsJson = (client: Client, now: number) => {
  const oldSecretUntil = getOldSecretEnd(client, now);
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
    refresh_token: client.hasRefreshTokens
      ? { idle_seconds: refreshIdleSeconds, end_seconds: refreshAbsoluteSeconds, grace_seconds: refreshGraceSeconds }
      : null,
    old_secret_ends_at: oldSecretUntil === null ? null : isoTime(oldSecretUntil),
    created_at: isoTime(client.createdAt),
  };
};

/** Prints a client: with `--json` as JSON, otherwise with each value on its own line. */
export const printClient = (command: Command, client: Client): void => {
  const now = Date.now();
  const lines = toSettings(client, getOldSecretEnd(client, now)).flatMap(([name, ...values]) =>
    values.map((value, n) => `${(n === 0 ? name : '').padEnd(14)}  ${value}`),
  );
  printResult(command, formatClientAsJson(client, now), lines);
};

/** Prints credentials: with `--json` as JSON, otherwise as variables for eval. Hex values need no quotes. */
export const printCredentials = (command: Command, { clientId, clientSecret }: ClientCredentials): void => {
  const json = { client_id: clientId, ...(clientSecret !== null && { client_secret: clientSecret }) };
  const lines = Object.entries(json).map(([name, value]) => `${name}=${value}`);
  printResult(command, json, lines);
};

const getOldSecretEnd = ({ oldSecretUntil }: Client, now: number): number | null =>
  oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil : null;

const toSettings = (client: Client, oldSecretUntil: number | null): [name: string, ...values: string[]][] => [
  ['client_id', client.clientId],
  ['name', client.name],
  ['kind', client.kind],
  ['redirect URIs', ...client.redirectUris],
  ['after sign-out', ...(client.postLogoutRedirectUris.length > 0 ? client.postLogoutRedirectUris : ['none'])],
  ['scope', client.scopes.join(' ')],
  ['rate limit', client.rateLimit === null ? 'default' : `${client.rateLimit} requests per minute`],
  ['access token', `expires after ${formatDuration(client.lifetimes.accessTokenSeconds)}`],
  ['refresh token', client.hasRefreshTokens ? formatRefreshLifetimes(client.lifetimes) : 'none'],
  ...formatOldSecret(oldSecretUntil),
  ['registered', isoTime(client.createdAt)],
];

const formatOldSecret = (until: number | null): [string, string][] =>
  until === null ? [] : [['old secret', `valid until ${isoTime(until)}`]];

const formatRefreshLifetimes = (lifetimes: Client['lifetimes']): string => {
  const { refreshIdleSeconds, refreshAbsoluteSeconds, refreshGraceSeconds } = lifetimes;
  const absolute =
    refreshAbsoluteSeconds === null ? '' : ` or ${formatDuration(refreshAbsoluteSeconds)} after the sign-in`;
  return `expires ${formatDuration(refreshIdleSeconds)} after its last use${absolute}; grace ${formatDuration(refreshGraceSeconds)}`;
};
