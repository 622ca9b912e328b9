import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Database } from '../../database/database.ts';
import { limiterOn } from '../../database/rate-limiter.ts';
import { clientAddress } from '../../http/client-address.ts';
import { ApiError } from '../../http/errors.ts';
import type { CountRefusal } from '../../http/refusals.ts';

const windowSeconds = 60;

/** Of what a person with a client may ask of the API, sign-ins are a tenth: each keeps up to 8 KiB for an hour. But a few at least. */
const [share, least] = [10, 10];

/** Bounds the steps of sign-ins that wait for somebody, who need not exist: anybody may begin one. */
export type BeginLimits = {
  /** Lets an address begin a sign-in. Throws 429 when it has begun too many. */
  admit: RequestHandler;
  /** Counts a step that was kept. */
  count(request: IncomingMessage): Promise<void>;
};

/** @param perMinute RATE_LIMIT_PER_MINUTE */
export const createBeginLimits = (perMinute: number, database: Database, countRefusal: CountRefusal): BeginLimits => {
  const points = Math.max(least, Math.floor(perMinute / share));
  const begun = limiterOn(database, 'rate_limits')({ keyPrefix: 'begun', points, duration: windowSeconds });
  return {
    async admit(request, _response, next) {
      const state = await begun.get(clientAddress(request));
      if (state === null || state.consumedPoints < points) return next();
      countRefusal('sign_in_begun');
      const seconds = String(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
      throw new ApiError('too_many_requests', `More than ${points} sign-ins were begun from here in a minute.`, {
        headers: { 'Retry-After': seconds },
      });
    },
    async count(request) {
      await begun.penalty(clientAddress(request));
    },
  };
};
