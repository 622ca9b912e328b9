import type { RequestHandler } from 'express';
import type { ApiDates } from './dates/registry.ts';

/**
 * What every answer under /v1 carries, whatever becomes of the request. A cache that kept a refusal, a redirect or a 304
 * by the address alone would give it to somebody else, so that all of them say what they depend on (RFC 9110 12.5.5).
 */
export const headersOfV1 =
  ({ current }: ApiDates): RequestHandler =>
  (_request, response, next) => {
    response.setHeader('Vary', 'Authorization, Accept-Encoding, X-Api-Version');
    response.setHeader('X-Api-Version', current.date);
    next();
  };
