import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { errorWriter } from './error-writer.ts';
import { ApiError } from './errors.ts';
import { escapePath } from './escape-path.ts';
import { livenessProbe } from './health.ts';
import type { RequestContext } from './request-context.ts';
import { requestId, sendRequestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * Handles requests while the store is opened and migrated. The liveness probe succeeds; all other requests get 503 with
 * Retry-After.
 */
export const createStartupApp = (log: Logger, context: RequestContext, apiPublicUrl: string): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use(requestId(log, context), sendRequestId(context), securityHeaders(apiPublicUrl));
  app.use(escapePath(new URL(apiPublicUrl).pathname), livenessProbe());
  app.use(() => {
    throw new ApiError('unavailable', 'The service is starting.', { headers: { 'Retry-After': '1' } });
  });
  app.use(errorWriter(log));
  return app;
};
