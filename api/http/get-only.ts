import type { RequestHandler } from 'express';
import { methodNotSupported } from './errors.ts';

const allow = 'GET, HEAD, OPTIONS';

/** Passes GET and HEAD, answers OPTIONS, and rejects other methods with 405 (RFC 9110 15.5.6). */
export const getOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS') return void response.setHeader('Allow', allow).status(204).end();
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  throw methodNotSupported(request.method, allow);
};
