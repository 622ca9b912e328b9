import type { Configuration } from 'oidc-provider';
import { z } from 'zod';
import { type Scope, scopes } from '#contract/enums';

/** The lifetimes of a client's tokens, in seconds; a change applies to new tokens only. */
export type Lifetimes = {
  accessTokenSeconds: number;
  /** An unused refresh token expires after this time. */
  refreshIdleSeconds: number;
  /** Refresh tokens expire this long after the sign-in; null for no limit. */
  refreshAbsoluteSeconds: number | null;
  /** A used refresh token returns the same response for this long. Covers lost responses and concurrent refreshes. */
  refreshGraceSeconds: number;
};

/** The settings of a client beyond OAuth's client metadata. */
export type ClientPolicy = Lifetimes & {
  /** True for the web app and the pages of a person's own account, which need no consent. */
  firstParty: boolean;
  /** The scopes that people can grant to the client. */
  scopes: Scope[];
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const tenYears = 10 * 365 * day;

/** The lifetime of a session, and of a sign-in to the desk's own web app. */
const signInSeconds = 8 * hour;

/** The policy of the desk's own web app, the bff's client. */
export const firstPartyPolicy: ClientPolicy = {
  firstParty: true,
  scopes: [...scopes],
  accessTokenSeconds: 10 * minute,
  refreshIdleSeconds: 2 * hour,
  refreshAbsoluteSeconds: signInSeconds,
  refreshGraceSeconds: minute,
};

export const defaultLifetimes: Lifetimes = {
  accessTokenSeconds: 10 * minute,
  refreshIdleSeconds: 30 * day,
  refreshAbsoluteSeconds: null,
  refreshGraceSeconds: 0,
};

/** Creates the policy of a registered client. Missing lifetimes are the defaults. */
export const createClientPolicy = (granted: Scope[], lifetimes: Partial<Lifetimes> = {}): ClientPolicy => ({
  firstParty: false,
  scopes: granted,
  ...defaultLifetimes,
  ...lifetimes,
});

const seconds = z.int().min(0);
const format = z.object({
  firstParty: z.boolean(),
  scopes: z.array(z.enum(scopes)),
  accessTokenSeconds: seconds,
  refreshIdleSeconds: seconds,
  refreshAbsoluteSeconds: seconds.nullable(),
  refreshGraceSeconds: seconds,
});

/** Parses the policy in oidc-provider's client object. @throws ZodError if the stored policy is invalid */
export const getPolicy = (client: { readonly [key: string]: unknown }): ClientPolicy => {
  const policy = client['policy'];
  if (typeof policy !== 'object' || policy === null) return format.parse(policy);
  const parsed = cache.get(policy) ?? format.parse(policy);
  cache.set(policy, parsed);
  return parsed;
};

/** oidc-provider caches an unchanged client and reads its policy several times per request. */
const cache = new WeakMap<object, ClientPolicy>();

/** Creates oidc-provider's `ttl` setting, in seconds. oidc-provider requires at least 1. */
export const tokenLifetimes = (clock: () => number): NonNullable<Configuration['ttl']> => {
  const remaining = (since: number | undefined, seconds: number) =>
    Math.max(1, (since ?? Math.floor(clock() / 1000)) + seconds - Math.floor(clock() / 1000));
  return {
    AuthorizationCode: 60,
    AccessToken: (_ctx, _token, client) => getPolicy(client).accessTokenSeconds,
    IdToken: 10 * minute,
    Interaction: 60 * minute,
    // Counted from the sign-in, not the last visit, like the absolute lifetime of refresh tokens.
    Session: (_ctx, session) => remaining(session.loginTs, signInSeconds),
    RefreshToken(_ctx, token, client) {
      const { refreshIdleSeconds, refreshAbsoluteSeconds } = getPolicy(client);
      if (refreshAbsoluteSeconds === null) return refreshIdleSeconds;
      return Math.min(refreshIdleSeconds, remaining(token.authTime ?? token.iiat, refreshAbsoluteSeconds));
    },
    // A grant expires with its last token: see sweep.ts.
    Grant: tenYears,
  };
};
