import type { Logger } from 'pino';
import { nonPageHeaders } from '#server/browser-policies';
import { createHttpServer, type HttpServer } from '#server/http-server';
import type { ServerMetrics } from '#server/metrics';
import { ExpressRequest } from './http/express-request.ts';
import { parserHeaderBytes } from './http/request-size.ts';
import { getV1Headers } from './http/v1-headers.ts';
import type { ApiVersions } from './http/versions/registry.ts';

/** Creates an HTTP server with the API's limits. Malformed requests may target /v1, so they get its headers. */
export const createApiServer = (apiVersions: ApiVersions, log: Logger, metrics?: ServerMetrics): HttpServer => {
  const headers = { ...getV1Headers(apiVersions), ...nonPageHeaders, 'Access-Control-Allow-Origin': '*' };
  return createHttpServer({ maxHeaderSize: parserHeaderBytes, IncomingMessage: ExpressRequest, headers, log, metrics });
};
