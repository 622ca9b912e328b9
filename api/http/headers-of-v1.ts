import type { RequestHandler } from 'express';
import type { ApiDates } from './dates/registry.ts';

/**
 * What every answer under /v1 carries, whatever becomes of the request. A cache that kept a refusal, a redirect or a 304
 * by the address alone would give it to somebody else, so that all of them say what they depend on (RFC 9110 12.5.5).
 */
export const headersOfV1 = (dates: ApiDates): RequestHandler => {
  const headers = Object.entries(valuesOfV1(dates));
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};

/** Those headers, by name. */
export const valuesOfV1 = ({ current }: ApiDates): Record<string, string> => ({
  Vary: 'Authorization, Accept-Encoding, X-Api-Version',
  'X-Api-Version': current.date,
});
