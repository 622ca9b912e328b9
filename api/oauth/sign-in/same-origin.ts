import type { RequestHandler } from 'express';
import { ApiError } from '../../http/errors.ts';

/**
 * Rejects requests from other origins. SameSite cookies are not enough: other ports and subdomains belong to the same
 * site. It checks Sec-Fetch-Site, or else Origin, and rejects a request with neither.
 */
export const requireSameOrigin = (publicUrl: string): RequestHandler => {
  const { origin } = new URL(publicUrl);
  return (request, _response, next) => {
    const site = request.get('Sec-Fetch-Site');
    if (site === undefined ? request.get('Origin') === origin : site === 'same-origin') return next();
    throw new ApiError('cross_site', 'The request came from another origin; nothing was changed.');
  };
};
