import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { answerErrors } from './errors.ts';
import { logRequests } from './log.ts';
import type { Metrics } from './metrics.ts';
import { noRoute } from './problems.ts';
import { only } from './requests/methods.ts';
import { confidential, protect } from './requests/policy.ts';

/** Serves GET /metrics in Prometheus text format, on a separate port. */
export function serveMetrics({ registry }: Metrics, log: Logger): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.use(logRequests(log, ['/metrics']), protect('http:'), confidential);
  app.all('/metrics', only('GET', 'HEAD'), async (_req, res) => {
    res.set('Content-Type', registry.contentType).send(await registry.metrics());
  });
  app.use(() => {
    throw noRoute();
  });
  app.use(answerErrors({ pages: false }));
  return app;
}
