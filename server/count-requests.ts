import type { Request, RequestHandler, Response } from 'express';
import type { ServerMetrics } from './metrics.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and times every request by its route. */
export const countRequests =
  ({ countRequest, observeDuration, inFlight }: ServerMetrics): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    inFlight.count += 1;
    response.once('close', () => {
      inFlight.count -= 1;
      const route = getRoute(request, response);
      countRequest(getMethod(request), route, getStatus(response));
      observeDuration((performance.now() - startedAt) / 1000, route);
    });
    next();
  };

/** Counts malformed requests. They are rejected before routing, so they have no method and no route. */
export const countMalformedRequests =
  ({ countRequest }: ServerMetrics) =>
  (status: number): void =>
    countRequest('other', 'unreadable', String(status));

/** Sets the metrics route of a request that no Express route handles. */
export const setMetricsRoute = (response: Response, route: string): void => {
  response.locals['route'] = route;
};

/** Returns the route pattern with its parameter names; all unmatched paths count as one route. */
const getRoute = ({ route }: Request, { locals }: Response): string => {
  const path: unknown = route?.path ?? locals['route'];
  return typeof path === 'string' ? path : 'none';
};

const getMethod = ({ method }: Request): string => (methods.has(method) ? method : 'other');

const getStatus = ({ headersSent, statusCode }: Response): string => (headersSent ? String(statusCode) : 'aborted');
