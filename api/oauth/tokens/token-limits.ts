import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../database/database.ts';
import { createLimiterFactory } from '../../database/rate-limiter.ts';
import { getClientAddress } from '../../http/client-address.ts';
import type { CountRejection } from '../../http/limit-rejections.ts';

const windowSeconds = 60;

/** Requests a minute of one client, and failed client authentications a minute of one address. */
export type TokenRates = { perMinute: number; ipPerMinute: number };

/** Counts token requests in fixed windows of 60 s. */
export type TokenLimits = {
  /** Counts a request of an authenticated client. @throws TooManyRequests */
  countRequest(ctx: KoaContextWithOIDC): Promise<void>;
  /** Counts a failed client authentication. Returns true when its address is over the limit. */
  countFailure(ctx: KoaContextWithOIDC): Promise<boolean>;
};

/** Rejects a request over the limit. OAuth's nearest code is temporarily_unavailable (RFC 6749 4.1.2.1). */
class TooManyRequests extends errors.OIDCProviderError {
  constructor() {
    super(429, 'temporarily_unavailable');
  }
}

export const createTokenLimits = (
  { perMinute, ipPerMinute }: TokenRates,
  database: Database,
  countRefusal: CountRejection,
): TokenLimits => {
  const limiter = createLimiterFactory(database, 'rate_limits');
  const clients = limiter({ keyPrefix: 'client', points: perMinute, duration: windowSeconds });
  const addresses = limiter({ keyPrefix: 'address', points: ipPerMinute, duration: windowSeconds });

  const consume = async (limiter: RateLimiterAbstract, key: string, ctx: KoaContextWithOIDC): Promise<boolean> => {
    const { state, isOver } = await limiter.consume(key).then(
      state => ({ state, isOver: false }),
      (error: unknown) => {
        if (error instanceof RateLimiterRes) return { state: error, isOver: true };
        throw error;
      },
    );
    const seconds = String(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
    ctx.set('X-Rate-Limit-Limit', String(limiter.points));
    ctx.set('X-Rate-Limit-Remaining', String(Math.max(0, state.remainingPoints)));
    ctx.set('X-Rate-Limit-Reset', seconds);
    if (isOver) ctx.set('Retry-After', seconds);
    return isOver;
  };

  return {
    async countRequest(ctx) {
      if (!(await consume(clients, ctx.oidc.client?.clientId ?? '', ctx))) return;
      countRefusal('client');
      throw new TooManyRequests();
    },
    async countFailure(ctx) {
      // Uses Express's list of trusted proxies; the library trusts every proxy.
      const isOver = await consume(addresses, getClientAddress(ctx.req), ctx);
      if (isOver) countRefusal('client_address');
      return isOver;
    },
  };
};
