/** Names of the rate limits in the metrics. */
export const limitNames = [
  // API requests of a person through a client, and API requests of an address without a valid token.
  'person',
  'address',
  // Token requests of a client, and failed client authentications of an address.
  'client',
  'client_address',
  // Sign-ins that an address has started.
  'sign_in_begun',
  // Failed passwords, codes and passkeys of an account, of an address, and of an account from one address.
  'sign_in_failed',
  // Invalid one-time links of an address, and its requests for forgotten passwords.
  'account_link',
] as const;

/** Counts a request that a limit rejected. */
export type CountRejection = (limit: (typeof limitNames)[number]) => void;

export const ignoreRejection: CountRejection = () => undefined;
