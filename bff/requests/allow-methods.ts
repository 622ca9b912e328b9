import type { RequestHandler } from 'express';
import { unsupportedMethod } from '../problems.ts';

/** Responds 405 with Allow to all methods except `allow`. */
export const allowMethods =
  (...allow: readonly string[]): RequestHandler =>
  (req, _res, next) =>
    next(allow.includes(req.method) ? undefined : unsupportedMethod(allow));
