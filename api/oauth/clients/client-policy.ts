import { z } from 'zod';
import { type Scope, scopes } from '#contract/vocabulary';

/** How long what a client is given lasts. They hold for tokens issued from then on. */
export type Lifetimes = {
  accessTokenSeconds: number;
  /** A refresh token not used for so long is no longer good. */
  refreshIdleSeconds: number;
  /** So long after the sign-in no refresh token is good any more; null for no such end. */
  refreshAbsoluteSeconds: number | null;
  /** So long after its use a refresh token still yields what it was traded for: lost answers, several processes. */
  refreshGraceSeconds: number;
};

/** What the desk decides per client, beyond what OAuth calls client metadata. */
export type ClientPolicy = Lifetimes & {
  /** The desk's own web app: people need not be asked whether it may act for them. */
  firstParty: boolean;
  /** The scopes it may be granted. */
  scopes: Scope[];
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a sign-in lasts on the authorization server itself, and through the desk's own web app. */
export const signInSeconds = 8 * hour;

/** The policy of the desk's own web app, the bff's client. */
export const firstPartyPolicy: ClientPolicy = {
  firstParty: true,
  scopes: [...scopes],
  accessTokenSeconds: 10 * minute,
  refreshIdleSeconds: 2 * hour,
  refreshAbsoluteSeconds: signInSeconds,
  refreshGraceSeconds: minute,
};

/** The lifetimes of a client that names none. */
export const usualLifetimes: Lifetimes = {
  accessTokenSeconds: 10 * minute,
  refreshIdleSeconds: 30 * day,
  refreshAbsoluteSeconds: null,
  refreshGraceSeconds: 0,
};

/** The policy of a registered client. */
export const registeredPolicy = (granted: Scope[], lifetimes: Partial<Lifetimes> = {}): ClientPolicy => ({
  firstParty: false,
  scopes: granted,
  ...usualLifetimes,
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

/** The policy stored with a client, as the library hands it around. Throws ZodError when the store holds something else. */
export const policyOf = (client: { readonly [key: string]: unknown }): ClientPolicy => {
  const policy = client['policy'];
  if (typeof policy !== 'object' || policy === null) return format.parse(policy);
  const known = parsed.get(policy) ?? format.parse(policy);
  parsed.set(policy, known);
  return known;
};

/** The library keeps a client for as long as nothing of it changes, and asks for its policy several times a request. */
const parsed = new WeakMap<object, ClientPolicy>();
