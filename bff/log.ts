import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { pinoHttp } from 'pino-http';
import { probePaths } from '#server/probes';
import { getRequestId } from '#server/request-id';
import { OAuthFailure } from './sign-in/oauth-failure.ts';

/**
 * Serializes an error with name, code, message and stack only. Errors of the OAuth and JOSE libraries and their causes
 * contain codes, state and decrypted payloads. An OAuthFailure has a code and no useful stack.
 */
function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const stack = error instanceof OAuthFailure ? undefined : error.stack;
  return { type: error.name, code, message: error.message, stack };
}

/**
 * Buffers lines for standard output, flushed every 100 ms and at exit. Without the buffer, writes took 17% of the
 * proxy's time.
 */
export function openServerOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, minLength: 16_000, periodicFlush: 100 });
  process.once('exit', () => output.flushSync());
  return output;
}

/** Creates the log of the process, in JSON lines. */
export const createBffLog = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino({ level, serializers: { err: serializeError } }, destination);

/** Limits the length of log lines. Of the valid paths, only those of files with long names are longer. */
const maxPathLength = 512;

/**
 * Removes the query and a customer's address from a URL. A proxy may have encoded the question mark. Truncates the
 * path.
 */
const getPath = (url: string): string =>
  url
    .split(/\?|%3f/i, 1)
    .join('')
    .replace(/(\/customers\/).+/, '$1…')
    .slice(0, maxPathLength);

/** An incomplete response was aborted. If the API failed, another line contains the reason. */
const describeOutcome = (res: ServerResponse, finished: string) =>
  res.writableFinished ? finished : 'request aborted';

/**
 * Logs each request except for `quiet` paths. The line omits query and headers, which contain codes, cookies and
 * tokens. Only 5xx has level error.
 */
export function logRequests(log: Logger, quiet: readonly string[] = probePaths): RequestHandler {
  const line = pinoHttp({
    logger: log,
    genReqId: (req, res) => {
      const id = getRequestId(req);
      res.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: { ignore: ({ url = '' }) => quiet.includes(getPath(url)) },
    customLogLevel: (_req, res) => (res.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: (_req, res) => describeOutcome(res, 'request completed'),
    // Failures are logged separately; pino-http would add an error that only repeats the status.
    customErrorObject: (_req, res, _error, line: { responseTime: number }) => ({
      res,
      responseTime: line.responseTime,
    }),
    customErrorMessage: (_req, res) => describeOutcome(res, 'request failed'),
    wrapSerializers: false,
    serializers: {
      req: (req: { id: unknown; method: string; originalUrl?: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: getPath(req.originalUrl ?? req.url),
      }),
      res: (res: ServerResponse) => ({ status: res.headersSent ? res.statusCode : null }),
      err: serializeError,
    },
  });
  return (req, res, next) => {
    line(req, res);
    next();
  };
}
