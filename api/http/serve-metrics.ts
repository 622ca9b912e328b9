import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import { errorWriter } from './error-writer.ts';
import { ApiError } from './errors.ts';
import { getOnly } from './get-only.ts';
import type { RequestContext } from './request-context.ts';
import { requestId, sendRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** `GET /metrics` in Prometheus text format, on a separate port that serves nothing else. */
export const serveMetrics = ({ registry }: Metrics, log: Logger, context: RequestContext): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use(requestId(log, context), sendRequestId(context), securityHeaders('http:'));
  app.all('/metrics', getOnly, async (_request, response) => {
    const text = await registry.metrics();
    response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).send(text);
  });
  app.use(() => {
    throw new ApiError('no_route', 'The metrics are at /metrics.');
  });
  app.use(errorWriter(log));
  return app;
};
