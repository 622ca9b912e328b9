import type { Command } from 'commander';
import type { Scope } from '#contract/vocabulary';
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
  'where people come back to: https, or http on the same computer; compared letter by letter, the port too';

/** Adds the options that both registering and changing a client have. */
export const withClientOptions = (command: Command): Command =>
  withLifetimeOptions(
    command
      .option('--post-logout-redirect-uri <uri...>', 'where people may come back to after signing out here')
      .option(
        '--scope <scopes>',
        'what it may be granted, in quotes and separated by spaces; usually everything',
        readScopes,
      )
      .option(
        '--rate-limit <requests>',
        'a minute, of one person through it; usually "default", as many as the desk gives',
        readRateLimit,
      ),
  );

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
