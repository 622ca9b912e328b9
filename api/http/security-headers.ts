import type { RequestHandler } from 'express';
import { nonPageHeaders, toHstsHeader } from '#server/browser-policies';

/**
 * Sets the security headers of every response. Pages replace some of them with their own policies. Other sites can
 * still read responses with CORS, which Cross-Origin-Resource-Policy does not affect.
 *
 * @param apiPublicUrl the URL that browsers use
 */
export const securityHeaders = (apiPublicUrl: string): RequestHandler => {
  const headers = Object.entries(getSecurityHeaders(apiPublicUrl));
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
};

/** Returns the security headers of every response, by name. */
export const getSecurityHeaders = (apiPublicUrl: string): Record<string, string> => ({
  ...nonPageHeaders,
  ...toHstsHeader(apiPublicUrl),
});
