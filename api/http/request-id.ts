import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;

/** Puts `X-Request-Id` on every answer, keeping an inbound one that looks like an id, and logs each request under it. */
export const requestId = (log: Logger): RequestHandler =>
  pinoHttp({
    logger: log,
    genReqId: (request, response) => {
      const given = request.headers['x-request-id'];
      const id = typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    // The query may hold what people search for, and an OAuth request its code and state: the path is enough.
    serializers: {
      req: (request: { id: unknown; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'debug'),
  });
