import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/**
 * 400 for a request of HTTP/1.1 without a Host, or with more than one (RFC 9112 3.2), and for one with two Authorization
 * headers: Node would take the first, somebody before us may have looked at the last.
 */
export const singleHeaders: RequestHandler = (request, _response, next) => {
  let [hosts, authorizations] = [0, 0];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase();
    if (name === 'host') hosts++;
    else if (name === 'authorization') authorizations++;
  }
  const isOldEnough = request.httpVersion === '1.0' && hosts === 0;
  if (hosts !== 1 && !isOldEnough) throw new ApiError('bad_request', 'A request has exactly one Host header.');
  if (authorizations > 1) throw new ApiError('bad_request', 'A request has one Authorization header at the most.');
  next();
};
