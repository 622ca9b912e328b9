import type { RequestHandler } from 'express';
import { methodNotAllowed } from '../problems.ts';

/** Responds 405 with Allow to any other method. */
export const only =
  (...allow: readonly string[]): RequestHandler =>
  (req, _res, next) =>
    next(allow.includes(req.method) ? undefined : methodNotAllowed(allow));
