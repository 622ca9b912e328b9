import type { Logger } from 'pino';
import { barePolicies } from '#server/browser-policies';
import type { GracefulServer } from '#server/graceful-server';
import { createHttpServer } from '#server/http-server';
import type { ServerMetrics } from '#server/metrics';
import type { ApiDates } from './http/dates/registry.ts';
import { valuesOfV1 } from './http/headers-of-v1.ts';
import { parserHeaderBytes } from './http/request-size.ts';

/** An HTTP server with the api's limits. Nobody knows whether what it cannot read was for /v1, so it says what those answers do. */
export const createApiServer = (dates: ApiDates, log: Logger, metrics?: ServerMetrics): GracefulServer => {
  const headers = { ...valuesOfV1(dates), ...barePolicies, 'Access-Control-Allow-Origin': '*' };
  return createHttpServer({ maxHeaderSize: parserHeaderBytes, headers, log, metrics });
};
