import type { Logger } from 'pino';
import { nonPageHeaders } from '#server/browser-policies';
import type { GracefulServer } from '#server/graceful-server';
import { createHttpServer } from '#server/http-server';
import type { ServerMetrics } from '#server/metrics';
import type { ApiDates } from './http/dates/registry.ts';
import { valuesOfV1 } from './http/headers-of-v1.ts';
import { parserHeaderBytes } from './http/request-size.ts';

/** Creates an HTTP server with the api's limits. Malformed requests may target /v1, so they get its headers. */
export const createApiServer = (dates: ApiDates, log: Logger, metrics?: ServerMetrics): GracefulServer => {
  const headers = { ...valuesOfV1(dates), ...nonPageHeaders, 'Access-Control-Allow-Origin': '*' };
  return createHttpServer({ maxHeaderSize: parserHeaderBytes, headers, log, metrics });
};
