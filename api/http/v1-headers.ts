import type { RequestHandler } from 'express';
import type { ApiVersions } from './versions/registry.ts';

/**
 * Sets the headers of every response under /v1, errors, redirects and 304s included. Without `Vary`, a shared cache
 * would serve the response to a different client (RFC 9110 12.5.5).
 */
export const setV1Headers = (apiVersions: ApiVersions): RequestHandler => {
  const headers = Object.entries(getV1Headers(apiVersions));
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};

/** Returns the headers of every response under /v1, by name. */
export const getV1Headers = ({ current }: ApiVersions): Record<string, string> => ({
  Vary: 'Authorization, Accept-Encoding, X-Api-Version, Origin',
  'X-Api-Version': current.date,
});
