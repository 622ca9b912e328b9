import type { Command } from 'commander';
import { type Scope, scopes } from '#contract/vocabulary';
import type { ClientChange } from './change-client.ts';
import { type LifetimeOptions, lifetimesOf, withLifetimeOptions } from './lifetime-options.ts';
import { readRateLimit } from './rate-limit-option.ts';
import { readScopes } from './scope-option.ts';

/** What a client was described with on a command line; absent where nothing was named. */
export type ClientOptions = LifetimeOptions & {
  name?: string;
  redirectUri?: string[];
  /** False for none any more. */
  postLogoutRedirectUri?: string[] | false;
  scope?: Scope[];
  rateLimit?: number | 'default';
};

export const redirectUriWords =
  'where people come back to: https, or http on the same computer; several with spaces between; compared letter by letter, the port too';

/** Adds the options that both registering and changing a client have; `isNew` tells what it is without them. */
export const withClientOptions = (command: Command, isNew: boolean): Command => {
  const usual = (text: string): string => (isNew ? ` (default: ${text})` : '');
  command
    .option('--scope <scopes>', `what it may be granted, in quotes, separated by spaces${usual('all')}`, readScopes)
    .option('--post-logout-redirect-uri <uri...>', 'where people may come back to after they signed out here');
  if (!isNew) command.option('--no-post-logout-redirect-uri', 'forget where people came back to after that');
  command.option(
    '--rate-limit <requests>',
    `how many requests a minute one person has through it, or "default" for as many as the desk gives${usual('that')}`,
    readRateLimit,
  );
  return withLifetimeOptions(command, usual)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\nA duration is a whole number with a unit: 90s, 10m, 8h or 30d.\nScopes: ${scopes.join(' ')}`,
    );
};

/** What was named, and nothing else. */
export const describedBy = (options: ClientOptions): ClientChange => {
  const { name, redirectUri, postLogoutRedirectUri, scope, rateLimit } = options;
  const lifetimes = lifetimesOf(options);
  return {
    ...(name !== undefined && { name }),
    ...(redirectUri !== undefined && { redirectUris: redirectUri }),
    ...(postLogoutRedirectUri !== undefined && { postLogoutRedirectUris: postLogoutRedirectUri || [] }),
    ...(scope !== undefined && { scopes: scope }),
    ...(rateLimit !== undefined && { rateLimit: rateLimit === 'default' ? null : rateLimit }),
    ...(Object.keys(lifetimes).length > 0 && { lifetimes }),
  };
};
