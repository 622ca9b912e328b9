import type { RequestHandler } from 'express';
import { ApiError } from '../../http/errors.ts';

/**
 * Rejects requests from other origins by Sec-Fetch-Site, or by Origin if Sec-Fetch-Site is missing. SameSite cookies
 * are not enough: other ports and subdomains belong to the same site.
 */
export const requireSameOrigin = (apiPublicUrl: string): RequestHandler => {
  const { origin } = new URL(apiPublicUrl);
  return (request, _response, next) => {
    const site = request.get('Sec-Fetch-Site');
    if (site === undefined ? request.get('Origin') === origin : site === 'same-origin') return next();
    throw new ApiError('cross_origin', 'The request came from a different origin; nothing was changed.');
  };
};
