import type { Command } from 'commander';
import { maxRateLimit } from '#contract/client-limits';
import { formatDuration } from '#contract/duration';
import { type Scope, scopes } from '#contract/enums';
import { CommandError } from '../../command-line.ts';
import { parseScopeOption } from '../scopes.ts';
import { defaultLifetimes, type Lifetimes } from './client-policy.ts';
import type { ClientChange } from './clients.ts';
import { createDurationParser } from './duration.ts';
import { lifetimeRanges } from './registration.ts';

/** The parsed options of `clients add` and `clients set`; lifetimes in seconds. */
export type ClientOptions = {
  name?: string;
  redirectUri?: string[];
  /** False removes all post-logout redirect URIs. */
  postLogoutRedirectUri?: string[] | false;
  scope?: Scope[];
  rateLimit?: number | 'default';
  accessToken?: number;
  refreshIdle?: number;
  refreshEnd?: number | 'never';
  refreshGrace?: number;
};

export const redirectUriHelp =
  'allowed redirect URIs, separated by spaces: https, or http on localhost; matched exactly, including the port';

type DefaultHelp = (text: string) => string;

/** Adds the options that `clients add` and `clients set` share; only `add` shows defaults. */
export const addClientOptions = (command: Command, isNew: boolean): Command => {
  const defaultHelp: DefaultHelp = text => (isNew ? ` (default: ${text})` : '');
  command
    .option(
      '--scope <scopes>',
      `scopes that the client may request: one quoted list, separated by spaces${defaultHelp('all but settings:* and mail:write')}`,
      parseScopeOption,
    )
    .option('--post-logout-redirect-uri <uri...>', 'allowed post-logout redirect URIs');
  if (!isNew) command.option('--no-post-logout-redirect-uri', 'remove all post-logout redirect URIs');
  command.option(
    '--rate-limit <requests>',
    `requests per minute per person, or "default" for the limit of the desk${defaultHelp('default')}`,
    parseRateLimit,
  );
  return withLifetimeOptions(command, defaultHelp)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nA duration is a whole number with a unit: 90s, 10m, 8h or 30d.\nScopes: ${scopes.join(' ')}`,
    );
};

const withLifetimeOptions = (command: Command, defaultHelp: DefaultHelp): Command => {
  const defaultLifetime = (name: keyof Lifetimes): string => {
    const seconds = defaultLifetimes[name];
    return defaultHelp(seconds === null ? 'never' : formatDuration(seconds));
  };
  return command
    .option(
      '--access-token <duration>',
      `lifetime of an access token${defaultLifetime('accessTokenSeconds')}`,
      parseLifetime('accessTokenSeconds'),
    )
    .option(
      '--refresh-idle <duration>',
      `time after which an unused refresh token expires; each use restarts it${defaultLifetime('refreshIdleSeconds')}`,
      parseLifetime('refreshIdleSeconds'),
    )
    .option(
      '--refresh-end <duration>',
      `time from the sign-in until refresh tokens expire even if they are used, or "never"${defaultLifetime('refreshAbsoluteSeconds')}`,
      text => (text === 'never' ? text : parseLifetime('refreshAbsoluteSeconds', ', or "never"')(text)),
    )
    .option(
      '--refresh-grace <duration>',
      `time in which a used refresh token returns the same tokens again, in case the response was lost; later reuse revokes the grant${defaultLifetime('refreshGraceSeconds')}`,
      parseLifetime('refreshGraceSeconds'),
    );
};

const parseLifetime = (name: keyof Lifetimes, alternative?: string) =>
  createDurationParser(lifetimeRanges[name], alternative);

const parseRateLimit = (text: string): number | 'default' => {
  if (text === 'default') return text;
  const limit = /^[0-9]{1,7}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= maxRateLimit) return limit;
  throw new CommandError(
    `Invalid rate limit: use a whole number of requests per minute, from 1 to ${maxRateLimit.toLocaleString('en')}, or "default".`,
  );
};

/** Converts the given options to a change, which has no member for an omitted option. */
export const optionsToClientChange = (options: ClientOptions): ClientChange => {
  const { name, redirectUri, postLogoutRedirectUri, scope, rateLimit } = options;
  const lifetimes = toLifetimes(options);
  return {
    ...(name !== undefined && { name }),
    ...(redirectUri !== undefined && { redirectUris: redirectUri }),
    ...(postLogoutRedirectUri !== undefined && { postLogoutRedirectUris: postLogoutRedirectUri || [] }),
    ...(scope !== undefined && { scopes: scope }),
    ...(rateLimit !== undefined && { rateLimit: rateLimit === 'default' ? null : rateLimit }),
    ...(Object.keys(lifetimes).length > 0 && { lifetimes }),
  };
};

const toLifetimes = ({
  accessToken,
  refreshIdle,
  refreshEnd: refreshAbsolute,
  refreshGrace,
}: ClientOptions): Partial<Lifetimes> => ({
  ...(accessToken !== undefined && { accessTokenSeconds: accessToken }),
  ...(refreshIdle !== undefined && { refreshIdleSeconds: refreshIdle }),
  ...(refreshAbsolute !== undefined && {
    refreshAbsoluteSeconds: refreshAbsolute === 'never' ? null : refreshAbsolute,
  }),
  ...(refreshGrace !== undefined && { refreshGraceSeconds: refreshGrace }),
});
