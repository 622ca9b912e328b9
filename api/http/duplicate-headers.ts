import type { Request } from 'express';
import { ApiError } from './errors.ts';

/**
 * Rejects a request that does not have exactly one Host, or has several Authorization headers. HTTP/1.0 may omit Host
 * (RFC 9112 3.2). Node reads the first Authorization header, but a proxy may have checked the last.
 * @throws ApiError 400
 */
export const requireSingleHeaders = (request: Request): void => {
  let [hosts, authorizations] = [0, 0];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]?.toLowerCase();
    if (name === 'host') hosts++;
    else if (name === 'authorization') authorizations++;
  }
  const isHttp10WithoutHost = request.httpVersion === '1.0' && hosts === 0;
  if (hosts !== 1 && !isHttp10WithoutHost)
    throw new ApiError('bad_request', 'A request must have exactly one Host header.');
  if (authorizations > 1) throw new ApiError('bad_request', 'A request must have at most one Authorization header.');
};
