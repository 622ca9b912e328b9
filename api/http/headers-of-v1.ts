import type { RequestHandler } from 'express';
import type { ApiDates } from './dates/registry.ts';

/**
 * Sets the headers of every response under /v1, errors, redirects and 304s included. A shared cache without `Vary` would
 * serve them to another client (RFC 9110 12.5.5).
 */
export const headersOfV1 = (dates: ApiDates): RequestHandler => {
  const headers = Object.entries(valuesOfV1(dates));
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};

/** Returns those headers by name. */
export const valuesOfV1 = ({ current }: ApiDates): Record<string, string> => ({
  Vary: 'Authorization, Accept-Encoding, X-Api-Version',
  'X-Api-Version': current.date,
});
