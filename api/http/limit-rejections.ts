/**
 * Names of the rate limits in the metrics. API: requests per person and client, and per address without a valid token.
 * OAuth: token requests per client; failed client authentications, started sign-ins, invalid one-time links and
 * forgotten passwords per address. Both: failed passwords, codes and passkeys per account and address together, per
 * account, and per address.
 */
export const limitNames = [
  ...(['person', 'address', 'client', 'client_address', 'sign_in_begun', 'sign_in_failed', 'account_link'] as const),
] as const;

/** Counts a request that a limit rejected. */
export type CountRejection = (limit: (typeof limitNames)[number]) => void;

export const ignoreRejection: CountRejection = () => undefined;
