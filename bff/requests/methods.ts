import type { RequestHandler } from 'express';
import { methodNotAllowed } from '../problems.ts';

/** Lets the named methods through; any other is 405 with Allow. */
export const only =
  (...allow: readonly string[]): RequestHandler =>
  (req, _res, next) =>
    next(allow.includes(req.method) ? undefined : methodNotAllowed(allow));
