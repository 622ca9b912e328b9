import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { type ErrorBody, errorTable, statusOf } from '#contract/errors';
import { advice, outageOf } from '../database/outage.ts';
import { ApiError } from './errors.ts';
import { loggedPath } from './logged-path.ts';
import { writeOut } from './representation.ts';
import { unavailable } from './unavailable.ts';

/** How an error is put into words. */
type WriteError = (request: Request, response: Response, error: ApiError) => void;

/**
 * The only writer of errors: as bodies in the API's shape, with OAuth's members beside, or as pages for people. No stack,
 * SQL or path ever leaves.
 */
export const errorWriter =
  (log: Logger, write: WriteError = writeErrorBody(bodyOf)): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const known = error instanceof ApiError ? error : translate(error);
    // What says of itself that it is not there now, without a cause, is no failure.
    const isMeant = known === error && known.cause === undefined;
    if (statusOf(known.is) >= 500 && !isMeant) {
      const path = loggedPath(request.originalUrl);
      log.error({ err: error, method: request.method, path }, whatToDo(error) ?? 'unexpected error');
    }
    // Part of a body is out already: all that is left is to end the connection, so that nobody takes it for whole.
    if (response.headersSent) return next(error);
    for (const [name, value] of Object.entries(known.extra.headers ?? {})) response.setHeader(name, value);
    write(request, response, known);
  };

/** Writes an error as a JSON body of the given shape. */
export const writeErrorBody =
  (bodyOf: (error: ApiError) => object): WriteError =>
  (request, response, error) => {
    const body = writeOut(bodyOf(error), !/[?&]pretty=false(?:&|$)/.test(request.originalUrl));
    const status = statusOf(error.is);
    const isTold = response.hasHeader('Cache-Control') && ![401, 403, 429].includes(status);
    if (!isTold) response.setHeader('Cache-Control', 'no-store');
    response.status(status).type('json').setHeader('Content-Length', Buffer.byteLength(body));
    response.end(request.method === 'HEAD' ? undefined : body);
  };

/** The one shape of the API's errors. */
const bodyOf = ({ is, message: description, extra: { errors, differences } }: ApiError): ErrorBody => {
  const [code, message] = errorTable[is];
  if (errors !== undefined) return { code, message, errors };
  return { code, message, description, ...(differences && { differences }) };
};

const whatToDo = (error: unknown): string | null => {
  const outage = outageOf(error);
  return outage === null ? null : advice[outage];
};

/** Errors of the libraries in the pipeline, in the words of the contract. */
const translate = (error: unknown): ApiError => {
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (type === 'entity.too.large') return new ApiError('too_large', 'The body is larger than 1 MiB.');
  if (type === 'encoding.unsupported')
    return new ApiError('unsupported_media_type', 'This Content-Encoding is not understood; gzip, deflate and br are.');
  if (type === 'request.aborted') return new ApiError('bad_request', 'The request ended before its body did.');
  if (error instanceof URIError)
    return new ApiError('bad_encoding', 'The address holds a percent-encoding that is not UTF-8.');
  if (status === 400) return new ApiError('bad_request', 'The request could not be read.');
  const outage = outageOf(error);
  if (outage !== null) return unavailable(outage, error);
  return new ApiError('internal', 'Something went wrong on our side; it has been logged under the request id.', {
    cause: error,
  });
};
