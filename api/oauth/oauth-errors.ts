import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { type ErrorName, errorTable } from '#contract/errors';
import { errorWriter, writeErrorBody } from '../http/error-writer.ts';
import { clientEndpoints } from './endpoints.ts';

/** Error names that OAuth and the contract share (RFC 6749 5.2, RFC 7009 2.2.1). */
export const sharedErrorNames: readonly ErrorName[] = [
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_token_type',
  'invalid_client',
];

/** Maps error names of the contract to OAuth's names for the same errors (RFC 6749 4.1.2.1). */
const renamedErrors: Partial<Record<ErrorName, string>> = {
  internal: 'server_error',
  too_many_requests: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
};

/** Creates an error body with the members of both OAuth (RFC 6749 5.2) and the API. */
export const oauthErrorBody = (name: ErrorName, description: string) => {
  const [code, message] = errorTable[name];
  const error = sharedErrorNames.includes(name) ? name : (renamedErrors[name] ?? 'invalid_request');
  return { error, error_description: description, code, message, description };
};

/** At client endpoints, writes the errors that oidc-provider does not write. Passes other errors on. */
export const oauthErrors = (log: Logger): ErrorRequestHandler => {
  const write = errorWriter(
    log,
    writeErrorBody(({ errorName, message }) => oauthErrorBody(errorName, message)),
  );
  return (error: unknown, request, response, next) =>
    clientEndpoints.includes(request.path) ? write(error, request, response, next) : next(error);
};
