import type { FieldDifference, FieldError } from '#contract/errors';

type ApiErrorFields = {
  status: number;
  /** Code in the contract's error table. For a response without a code: the status times 100. */
  code: number;
  message: string;
  description: string | null;
  /** All invalid fields of a 422. */
  errors: readonly FieldError[];
  /** Changed fields of a 409 or 412. */
  differences: readonly FieldDifference[];
  requestId: string | null;
};

/** An error response of the API, the bff or a proxy. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly description: string | null;
  readonly errors: readonly FieldError[];
  readonly differences: readonly FieldDifference[];
  readonly requestId: string | null;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.name = 'ApiError';
    this.status = fields.status;
    this.code = fields.code;
    this.description = fields.description;
    this.errors = fields.errors;
    this.differences = fields.differences;
    this.requestId = fields.requestId;
  }
}

/** No complete response: the browser is offline or the server is unreachable. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('No response from the server', { cause });
    this.name = 'NetworkError';
  }
}

/** Returns true for 409 and 412: the resource may have changed in the meantime. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 409 || error.status === 412);

/** Returns true for 404 and 410: the resource does not exist or was deleted. */
export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 410);

/** Returns true for 403, 404 and 410: the person may not read the resource, or it does not exist. */
export const isNotReadable = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof ApiError && error.status === 403);

/** Ignores the 404 or 410 of a deletion: the resource may already be deleted. @throws every other error */
export const ignoreNotFound = (error: unknown): void => {
  if (!isNotFound(error)) throw error;
};

/** Error code: an earlier request with the same idempotency key is still in progress. */
const keyInProgress = 40_903;

/**
 * Returns whether a later attempt may succeed. True without a response, after 5xx or 429, and while an earlier attempt
 * is in progress.
 */
export const mayRetryLater = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.code === keyInProgress));

/** Formats an error as a sentence for the user. */
export function explainError(error: unknown): string {
  if (error instanceof NetworkError) return 'The desk did not respond. Check your connection and try again.';
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it and try again.';
  if (error.errors.length > 0) return error.errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  return error.description ?? error.message;
}

/**
 * Returns the error code and request id for support: `Error 50000 · request 4f1c…`. Null for errors that the server did
 * not report, for field errors and for conflicts.
 */
export function getErrorReference(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.errors.length > 0 || isConflict(error)) return null;
  return formatErrorReference(error);
}

/** Formats the code and request id of any API error. */
export const formatErrorReference = ({ code, requestId }: ApiError): string =>
  [`Error ${code}`, requestId !== null && `request ${requestId}`].filter(Boolean).join(' · ');
