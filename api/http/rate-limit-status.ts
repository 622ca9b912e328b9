import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { authenticate } from './authenticate.ts';
import { methodNotSupportedError } from './errors.ts';
import { writeJson } from './json-response.ts';
import type { PipelineOptions } from './mount.ts';
import { readPretty } from './parameters.ts';
import type { RateLimit } from './rate-limit.ts';
import { readApiVersion } from './versions/read-version.ts';

const allow = 'GET, HEAD, OPTIONS';

/**
 * `GET /rate_limit`: the allowance of the caller or, without a token, of the client's address. The request does not
 * count, unless the token is invalid.
 */
export const rateLimitStatus = ({ findPrincipal, rateLimit, apiVersions }: PipelineOptions): Router =>
  Router({ caseSensitive: true, strict: true }).all('/rate_limit', async (request, response) => {
    readApiVersion(apiVersions, request, response);
    const allowance = await rateLimit.report(request, response);
    if (request.method === 'OPTIONS') return void response.setHeader('Allow', allow).status(204).end();
    const caller =
      request.get('Authorization') === undefined
        ? null
        : await authenticate(request, findPrincipal).catch(error => rateLimit.reject(request, response, error));
    const reported = caller === null ? allowance : await rateLimit.report(caller, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw methodNotSupportedError(request.method, allow);
    }
    const pretty = readPretty(request.originalUrl);
    response.setHeader('Cache-Control', 'no-store');
    await writeJson(request, response, reported, { pretty });
  });

/** Sets the rate-limit headers of the client's address on routes without a token. */
export const reportRateLimit =
  (rateLimit: RateLimit): RequestHandler =>
  async (request, response, next) => {
    await rateLimit.report(request, response);
    next();
  };

/** Sets the rate-limit headers on errors before authentication. A failing store must not hide the original error. */
export const reportRateLimitOnErrors =
  (rateLimit: RateLimit): ErrorRequestHandler =>
  async (error: unknown, request, response, next) => {
    const hasHeaders = response.headersSent || response.hasHeader('X-Rate-Limit-Limit');
    if (!hasHeaders) await rateLimit.report(request, response).catch(() => null);
    next(error);
  };
