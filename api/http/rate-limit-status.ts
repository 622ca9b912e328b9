import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { authenticate } from './authenticate.ts';
import { readDate } from './dates/read-date.ts';
import { noSuchMethod } from './errors.ts';
import type { Admission } from './mount.ts';
import { readPretty } from './parameters.ts';
import type { RateLimit } from './rate-limit.ts';
import { writeJson } from './representation.ts';

const allow = 'GET, HEAD, OPTIONS';

/** `GET /rate_limit`: where the caller stands, or without a token its address. It counts nothing. */
export const rateLimitStatus = ({ findPrincipal, rateLimit, dates }: Admission): Router =>
  Router({ caseSensitive: true, strict: true }).all('/rate_limit', async (request, response) => {
    readDate(dates, request, response);
    const allowance = await rateLimit.tell(request, response);
    if (request.method === 'OPTIONS') return void response.setHeader('Allow', allow).status(204).end();
    const caller =
      request.get('Authorization') === undefined
        ? null
        : await authenticate(request, findPrincipal).catch(error => rateLimit.refuse(request, response, error));
    const told = caller === null ? allowance : await rateLimit.tell(caller, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw noSuchMethod(request.method, allow);
    }
    const pretty = readPretty(request.originalUrl);
    response.setHeader('Cache-Control', 'no-store');
    await writeJson(request, response, told, { pretty });
  });

/** Tells the address's limit on what needs no token. */
export const tellLimit =
  (rateLimit: RateLimit): RequestHandler =>
  async (request, response, next) => {
    await rateLimit.tell(request, response);
    next();
  };

/** Tells it on what went wrong before anybody was known. A store that fails must not hide what went wrong first. */
export const tellLimitOfErrors =
  (rateLimit: RateLimit): ErrorRequestHandler =>
  async (error: unknown, request, response, next) => {
    const isTold = response.headersSent || response.hasHeader('X-Rate-Limit-Limit');
    if (!isTold) await rateLimit.tell(request, response).catch(() => null);
    next(error);
  };
