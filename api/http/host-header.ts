import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/** 400 for a request of HTTP/1.1 without a Host, or with more than one (RFC 9112 3.2). */
export const hostHeader: RequestHandler = (request, _response, next) => {
  const given = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  const isOldEnough = request.httpVersion === '1.0' && given === 0;
  if (given !== 1 && !isOldEnough) throw new ApiError('bad_request', 'A request has exactly one Host header.');
  next();
};
