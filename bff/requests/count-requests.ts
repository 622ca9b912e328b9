import type { Request, RequestHandler, Response } from 'express';
import type { Metrics } from '../metrics.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and times every request, by the route that took it. */
export const countRequests =
  ({ requests, requestDuration, requestsInFlight }: Metrics): RequestHandler =>
  (req, res, next) => {
    const began = performance.now();
    requestsInFlight.inc();
    res.once('close', () => {
      requestsInFlight.dec();
      const route = routeOf(req, res);
      requests.inc({ method: methods.has(req.method) ? req.method : 'other', route, status: statusOf(res) });
      requestDuration.observe({ route }, (performance.now() - began) / 1000);
    });
    next();
  };

/** Says which route has taken a request that matches by its prefix alone. */
export const takenBy = (res: Response, route: string): void => {
  res.locals['route'] = route;
};

/** As the code writes it; what no route has taken is all alike, however it is called. */
function routeOf({ route }: Request, { locals }: Response): string {
  const path: unknown = route?.path ?? locals['route'];
  return typeof path === 'string' ? path : 'none';
}

const statusOf = (res: Response): string => (res.headersSent ? String(res.statusCode) : 'aborted');
