import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { getClientAddress } from '../../http/client-address.ts';
import type { CountRejection } from '../../http/limit-rejections.ts';
import { countRequest as countInBucket, createRequestLimiters } from '../../http/rate-limit.ts';

/** Limits per minute: requests of a client, and failed client authentications of an IP address. */
export type TokenRates = { perMinute: number; ipPerMinute: number };

/** Counts token requests in fixed windows of 60 s. */
export type TokenLimits = {
  /** Counts a request of an authenticated client. @throws TooManyRequests */
  countRequest(ctx: KoaContextWithOIDC): Promise<void>;
  /** Counts a failed client authentication. Returns true when the IP address is over the limit. */
  countFailure(ctx: KoaContextWithOIDC): Promise<boolean>;
};

/** Thrown when a client exceeds its limit. OAuth has no closer code than temporarily_unavailable (RFC 6749 4.1.2.1). */
class TooManyRequests extends errors.OIDCProviderError {
  constructor() {
    super(429, 'temporarily_unavailable');
  }
}

export const createTokenLimits = (
  { perMinute, ipPerMinute }: TokenRates,
  database: Database,
  countRejection: CountRejection,
): TokenLimits => {
  const createLimiter = createRequestLimiters(database);
  const clients = createLimiter('client', perMinute);
  const addresses = createLimiter('address', ipPerMinute);
  return {
    async countRequest({ oidc: { client }, res }) {
      const bucket = { limiter: clients, key: client?.clientId ?? '', limit: perMinute };
      if ((await countInBucket(bucket, res)) === 0) return;
      countRejection('client');
      throw new TooManyRequests();
    },
    async countFailure({ req, res }) {
      // Uses Express's list of trusted proxies; oidc-provider trusts every proxy.
      const bucket = { limiter: addresses, key: getClientAddress(req), limit: ipPerMinute };
      const isOver = (await countInBucket(bucket, res)) > 0;
      if (isOver) countRejection('client_address');
      return isOver;
    },
  };
};
