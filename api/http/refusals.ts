/**
 * The limits that requests are refused by, as operators see them: under /v1 of a person with a client and of an address
 * without a valid token; of the authorization server how often a client asks for tokens, how often an address fails to
 * authenticate one, how many sign-ins it begins, and how many passwords were wrong.
 */
export const refusingLimits = [
  'person',
  'address',
  'client',
  'client_address',
  'sign_in_begun',
  'sign_in_failed',
] as const;

/** Is told of each refusal, by which limit it was. */
export type CountRefusal = (limit: (typeof refusingLimits)[number]) => void;

/** Where nobody counts. */
export const uncounted: CountRefusal = () => undefined;
