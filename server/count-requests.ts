import type { Request, RequestHandler, Response } from 'express';
import type { ServerMetrics } from './metrics.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and times every request by its route. */
export const countRequests =
  ({ requests, requestDuration, requestsInFlight }: ServerMetrics): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    requestsInFlight.inc();
    response.once('close', () => {
      requestsInFlight.dec();
      const route = getRoute(request, response);
      requests.inc({ method: getMethod(request), route, status: getStatus(response) });
      requestDuration.observe({ route }, (performance.now() - startedAt) / 1000);
    });
    next();
  };

/** Counts messages that Node's parser rejected, which have neither a method nor a route. */
export const countMalformedRequests =
  ({ requests }: ServerMetrics) =>
  (status: number): void =>
    requests.inc({ method: 'other', route: 'unreadable', status: String(status) });

/** Names the metrics route of a request that Express matched by prefix alone. */
export const setMetricsRoute = (response: Response, route: string): void => {
  response.locals['route'] = route;
};

/** Returns the route pattern with its parameter names; every unmatched path counts as one route. */
const getRoute = ({ route }: Request, { locals }: Response): string => {
  const path: unknown = route?.path ?? locals['route'];
  return typeof path === 'string' ? path : 'none';
};

const getMethod = ({ method }: Request): string => (methods.has(method) ? method : 'other');

const getStatus = ({ headersSent, statusCode }: Response): string => (headersSent ? String(statusCode) : 'aborted');
