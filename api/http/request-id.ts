import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { getRequestId } from '#server/request-id';
import { toLoggedPath } from './logged-path.ts';
import type { RequestContext } from './request-context.ts';

/** Sets `X-Request-Id` on every response: the id of the request's log lines. */
export const sendRequestId =
  ({ id }: RequestContext): RequestHandler =>
  (_request, response, next) => {
    response.setHeader('X-Request-Id', id() ?? '');
    next();
  };

/**
 * Assigns each request an id, or accepts its `X-Request-Id`. Adds the id to its log lines. Each request is logged at
 * level debug; error-writer.ts logs internal errors at level error.
 */
export const requestId = (log: Logger, context: RequestContext): RequestHandler => {
  const logRequest = log.isLevelEnabled('debug') ? requestLogger(log) : null;
  return (request, response, next) => {
    const id = getRequestId(request);
    context.run(id, () => {
      if (logRequest === null) return next();
      Object.assign(request, { id });
      logRequest(request, response, next);
    });
  };
};

const requestLogger = (log: Logger): RequestHandler =>
  pinoHttp({
    logger: log,
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: toLoggedPath(request.url),
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    customLogLevel: () => 'debug',
  });
