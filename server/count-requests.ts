import type { Request, RequestHandler, Response } from 'express';
import type { ServerMetrics } from './metrics.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and times every request, by the route that took it. */
export const countRequests =
  ({ requests, requestDuration, requestsInFlight }: ServerMetrics): RequestHandler =>
  (request, response, next) => {
    const began = performance.now();
    requestsInFlight.inc();
    response.once('close', () => {
      requestsInFlight.dec();
      const route = routeOf(request, response);
      requests.inc({ method: methodOf(request), route, status: statusOf(response) });
      requestDuration.observe({ route }, (performance.now() - began) / 1000);
    });
    next();
  };

/** Counts what Node's parser has refused: it was never a request, and has no method and no route. */
export const countUnreadable =
  ({ requests }: ServerMetrics) =>
  (status: number): void =>
    requests.inc({ method: 'other', route: 'unreadable', status: String(status) });

/** Says which route has taken a request that matches by its prefix alone. */
export const takenBy = (response: Response, route: string): void => {
  response.locals['route'] = route;
};

/** As the code writes it, with its parameters' names; what no route has taken is all alike, however it is called. */
const routeOf = ({ route }: Request, { locals }: Response): string => {
  const path: unknown = route?.path ?? locals['route'];
  return typeof path === 'string' ? path : 'none';
};

const methodOf = ({ method }: Request): string => (methods.has(method) ? method : 'other');

const statusOf = ({ headersSent, statusCode }: Response): string => (headersSent ? String(statusCode) : 'aborted');
