import type { RequestHandler } from 'express';

/** Paths that a supervisor requests every few seconds: liveness and readiness. */
export const probePaths: readonly string[] = ['/healthz', '/readyz'];

/**
 * Applies `handler` to every request except probes. A rejected or late probe would make the supervisor stop an
 * overloaded process, when its capacity is needed most.
 *
 * @param prefix path in front of the probes, without a trailing slash
 */
export const skipProbes = (handler: RequestHandler, prefix = ''): RequestHandler => {
  const paths = new Set(probePaths.map(path => prefix + path));
  return (request, response, next) => {
    if (paths.has(request.path)) return next();
    return handler(request, response, next);
  };
};
