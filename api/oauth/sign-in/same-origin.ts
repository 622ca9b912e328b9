import type { RequestHandler } from 'express';
import { ApiError } from '../../http/errors.ts';

/**
 * Lets nothing pass but what a page of this very origin sent. The cookie's SameSite is not enough: other ports of the
 * host, and its subdomains, are the same site. Fetch metadata where the browser sends it, else Origin; neither is refused.
 */
export const sameOrigin = (publicUrl: string): RequestHandler => {
  const { origin } = new URL(publicUrl);
  return (request, _response, next) => {
    const site = request.get('Sec-Fetch-Site');
    if (site === undefined ? request.get('Origin') === origin : site === 'same-origin') return next();
    throw new ApiError('cross_site', 'This was sent by a page of another origin, and nothing was done.');
  };
};
