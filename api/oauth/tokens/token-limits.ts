import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../database/database.ts';
import { limiterOn } from '../../database/rate-limiter.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { CountRefusal } from '../../http/refusals.ts';

const windowSeconds = 60;

/** How many token requests a minute: of one client, and failed client authentications of one address. */
export type TokenRates = { perMinute: number; ipPerMinute: number };

/** Counts what is asked of the token endpoint in fixed windows of 60 s. */
export type TokenLimits = {
  /** Counts a request of an authenticated client. Throws {@link TooManyRequests}. */
  admit(ctx: KoaContextWithOIDC): Promise<void>;
  /** Counts a failed client authentication; true when its address has had too many, of which no client that can authenticate ever hears. */
  isTooMany(ctx: KoaContextWithOIDC): Promise<boolean>;
};

/** Over the limit: nothing is done. OAuth's nearest word for it is temporarily_unavailable (RFC 6749 4.1.2.1). */
class TooManyRequests extends errors.OIDCProviderError {
  constructor() {
    super(429, 'temporarily_unavailable');
  }
}

export const createTokenLimits = (
  { perMinute, ipPerMinute }: TokenRates,
  database: Database,
  countRefusal: CountRefusal,
): TokenLimits => {
  const limiter = limiterOn(database, 'rate_limits');
  const clients = limiter({ keyPrefix: 'client', points: perMinute, duration: windowSeconds });
  const addresses = limiter({ keyPrefix: 'address', points: ipPerMinute, duration: windowSeconds });

  const spend = async (limiter: RateLimiterAbstract, key: string, ctx: KoaContextWithOIDC): Promise<boolean> => {
    const { state, isOver } = await limiter.consume(key).then(
      state => ({ state, isOver: false }),
      (refused: unknown) => {
        if (refused instanceof RateLimiterRes) return { state: refused, isOver: true };
        throw refused;
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
    async admit(ctx) {
      if (!(await spend(clients, ctx.oidc.client?.clientId ?? '', ctx))) return;
      countRefusal('client');
      throw new TooManyRequests();
    },
    async isTooMany(ctx) {
      // Express knows which proxies to believe; the library was told to believe every one.
      const isOver = await spend(addresses, clientAddress(ctx.req), ctx);
      if (isOver) countRefusal('client_address');
      return isOver;
    },
  };
};
