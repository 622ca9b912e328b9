import type { RequestHandler } from 'express';
import { methodNotSupportedError } from './errors.ts';

const allow = 'GET, HEAD, OPTIONS';

/** Passes GET and HEAD on, and responds to OPTIONS. @throws ApiError 405 for other methods (RFC 9110 15.5.6) */
export const getOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS') return void response.setHeader('Allow', allow).status(204).end();
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  throw methodNotSupportedError(request.method, allow);
};
