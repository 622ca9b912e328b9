import type { Request, RequestHandler, Response } from 'express';
import { setMetricsRoute } from '#server/count-requests';

/**
 * Runs handlers in order, in fewer steps than Express's router. Calls `done` with the first error, or without an error
 * after the last handler.
 */
export const runHandlers = (
  handlers: readonly RequestHandler[],
  request: Request,
  response: Response,
  done: (error?: unknown) => void,
): void => {
  let index = 0;
  const next = (error?: unknown): void => {
    const handler = error === undefined ? handlers[index++] : undefined;
    if (handler === undefined) {
      done(error);
      return;
    }
    try {
      const result: unknown = handler(request, response, next);
      if (result instanceof Promise) result.catch(next);
    } catch (thrown) {
      next(thrown);
    }
  };
  next();
};

/**
 * Runs the handlers of a path without Express's router. Passes on requests with a query and requests for other paths.
 */
export const mountHandlers = (
  prefix: string,
  byPath: ReadonlyMap<string, readonly RequestHandler[]>,
): RequestHandler => {
  const byUrl = new Map([...byPath].map(([path, handlers]) => [prefix + path, { path, handlers }]));
  return (request, response, next) => {
    const found = byUrl.get(request.url);
    if (found === undefined) return next();
    setMetricsRoute(response, found.path);
    Object.assign(request, { url: found.path, baseUrl: prefix });
    runHandlers(found.handlers, request, response, error => {
      Object.assign(request, { url: prefix + found.path, baseUrl: '' });
      next(error);
    });
  };
};
