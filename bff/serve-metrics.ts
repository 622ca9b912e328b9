import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { writeErrors } from './errors.ts';
import { logRequests } from './log.ts';
import type { BffMetrics } from './metrics.ts';
import { noRoute } from './problems.ts';
import { allowMethods } from './requests/allow-methods.ts';
import { confidential, setPolicyHeaders } from './requests/policy-headers.ts';

/** Serves GET /metrics in Prometheus text format, on a separate port. */
export function serveBffMetrics({ registry }: BffMetrics, log: Logger): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.use(logRequests(log, ['/metrics']), setPolicyHeaders('http:'), confidential);
  app.all('/metrics', allowMethods('GET', 'HEAD'), async (_req, res) => {
    res.set('Content-Type', registry.contentType).send(await registry.metrics());
  });
  app.use(() => {
    throw noRoute();
  });
  app.use(writeErrors({ pages: false }));
  return app;
}
