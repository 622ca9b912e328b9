import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { type ErrorBody, errorTable, getErrorStatus } from '#contract/errors';
import { findStoreOutage, outageAdvice } from '../database/outage.ts';
import { ApiError } from './errors.ts';
import { stringifyJson } from './json-response.ts';
import { toLoggedPath } from './logged-path.ts';
import { storeUnavailableError } from './store-unavailable.ts';

type WriteError = (request: Request, response: Response, error: ApiError) => void;

/** Writes error responses, by default as JSON in the API's format. Never exposes a stack trace, SQL or file path. */
export const errorWriter =
  (log: Logger, write: WriteError = writeErrorBody(toBody)): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const apiError = error instanceof ApiError ? error : translate(error);
    // An ApiError without a cause is intended (503 during startup) and not logged.
    const isIntended = apiError === error && apiError.cause === undefined;
    if (getErrorStatus(apiError.errorName) >= 500 && !isIntended) {
      const path = toLoggedPath(request.originalUrl);
      log.error({ err: error, method: request.method, path }, getAdvice(error) ?? 'unexpected error');
    }
    // If a part of the response was sent, Express closes the connection, so that the client notices the error.
    if (response.headersSent) return next(error);
    if (getErrorStatus(apiError.errorName) >= 500) for (const name of resourceHeaders) response.removeHeader(name);
    for (const [name, value] of Object.entries(apiError.extra.headers ?? {})) response.setHeader(name, value);
    write(request, response, apiError);
  };

/** Headers of the resource that could not be read. They do not describe the error. */
const resourceHeaders = [
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Link',
];

/** Writes an error as the JSON body that `toBody` returns. */
export const writeErrorBody =
  (toBody: (error: ApiError) => object): WriteError =>
  (request, response, error) => {
    const body = stringifyJson(toBody(error), !/[?&]pretty=false(?:&|$)/.test(request.originalUrl));
    const status = getErrorStatus(error.errorName);
    const isCachingSet = response.hasHeader('Cache-Control') && ![401, 403, 429].includes(status);
    if (!isCachingSet) response.setHeader('Cache-Control', 'no-store');
    response.status(status).type('json').setHeader('Content-Length', Buffer.byteLength(body));
    response.end(request.method === 'HEAD' ? undefined : body);
  };

const toBody = ({ errorName, message: description, extra: { errors, differences } }: ApiError): ErrorBody => {
  const [code, message] = errorTable[errorName];
  if (errors !== undefined) return { code, message, errors };
  return { code, message, description, ...(differences && { differences }) };
};

const getAdvice = (error: unknown): string | null => {
  const outage = findStoreOutage(error);
  return outage === null ? null : outageAdvice[outage];
};

/** Converts library errors to errors of the contract. */
const translate = (error: unknown): ApiError => {
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (type === 'entity.too.large') return new ApiError('too_large', 'The body is larger than 1 MiB.');
  if (type === 'encoding.unsupported')
    return new ApiError('unsupported_media_type', 'Content-Encoding must be one of gzip, deflate, br, identity.');
  if (type === 'request.aborted')
    return new ApiError('bad_request', 'The connection closed before the end of the body.');
  if (error instanceof URIError) return new ApiError('bad_encoding', 'The path contains a malformed percent-encoding.');
  if (status === 400) return new ApiError('bad_request', 'The request is malformed.');
  const outage = findStoreOutage(error);
  if (outage !== null) return storeUnavailableError(outage, error);
  return new ApiError('internal', 'An internal error occurred; it was logged with the request id.', {
    cause: error,
  });
};
