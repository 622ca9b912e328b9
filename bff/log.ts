import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { pinoHttp } from 'pino-http';
import { probes } from '#server/probes';
import { requestIdOf } from '#server/request-id';
import { OAuthFailure } from './sign-in/oauth-failure.ts';

/**
 * An error as the log shows it: never its cause's members, nor anything but name, code, message and place. Errors of the
 * OAuth and JOSE libraries carry codes, state and decrypted payloads. An OAuthFailure has a code and no useful stack.
 */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const stack = error instanceof OAuthFailure ? undefined : error.stack;
  return { type: error.name, code, message: error.message, stack };
}

/**
 * Standard output of a server: lines are written together, every tenth of a second and when the process ends. One write
 * for each took a sixth of the proxy.
 */
export function serverOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, minLength: 16_000, periodicFlush: 100 });
  process.once('exit', () => output.flushSync());
  return output;
}

/** The process's log, in JSON lines. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino({ level, serializers: { err: describe } }, destination);

/** Enough to tell any address of ours; the rest is somebody trying. */
const longestPath = 512;

/** Without the query, also where a program on the way has coded its question mark. */
const pathOf = (url: string): string =>
  url
    .split(/\?|%3f/i, 1)
    .join('')
    .slice(0, longestPath);

/** A browser that left before its answer was whole is told apart; what it was not yet answered has no status. */
const outcomeOf = (res: ServerResponse, whole: string) => (res.writableFinished ? whole : 'request aborted');

/**
 * One line per request with its path, but no query and no header: those hold codes, state, cookies and tokens. What
 * failed on our side, or at the API, is an error; what a caller did wrong is not. Requests for `quiet` paths have none.
 */
export function logRequests(log: Logger, quiet: readonly string[] = probes): RequestHandler {
  const line = pinoHttp({
    logger: log,
    genReqId: (req, res) => {
      const id = requestIdOf(req);
      res.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: { ignore: ({ url = '' }) => quiet.includes(pathOf(url)) },
    customLogLevel: (_req, res) => (res.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: (_req, res) => outcomeOf(res, 'request completed'),
    // What went wrong has a line of its own; the library would add an error that only repeats the status.
    customErrorObject: (_req, res, _error, line: { responseTime: number }) => ({
      res,
      responseTime: line.responseTime,
    }),
    customErrorMessage: (_req, res) => outcomeOf(res, 'request failed'),
    wrapSerializers: false,
    serializers: {
      req: (req: { id: unknown; method: string; originalUrl?: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: pathOf(req.originalUrl ?? req.url),
      }),
      res: (res: ServerResponse) => ({ status: res.headersSent ? res.statusCode : null }),
      err: describe,
    },
  });
  return (req, res, next) => {
    line(req, res);
    next();
  };
}
