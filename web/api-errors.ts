import type { Difference, FieldError } from '#contract/errors';

type Refusal = {
  status: number;
  /** A code of the contract's error table. */
  code: number;
  message: string;
  description: string | null;
  /** Every bad field of a 422. */
  errors: readonly FieldError[];
  /** What a 409 or 412 found different. */
  differences: readonly Difference[];
  requestId: string | null;
};

/** The service answered, and said no. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly description: string | null;
  readonly errors: readonly FieldError[];
  readonly differences: readonly Difference[];
  readonly requestId: string | null;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'ApiError';
    this.status = refusal.status;
    this.code = refusal.code;
    this.description = refusal.description;
    this.errors = refusal.errors;
    this.differences = refusal.differences;
    this.requestId = refusal.requestId;
  }
}

/** No answer came: offline, or the server cannot be reached. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('The server did not answer', { cause });
    this.name = 'NetworkError';
  }
}

/** True when somebody else changed the thing in the meantime. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 409 || error.status === 412);

/** True of the answer that a thing is not there, or no longer. */
export const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 410);

/** The error code of an earlier request under the same key that is still being worked on. */
const keyInProgress = 40_903;

/** True where the same request may be answered otherwise later. */
export const maySucceedLater = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.code === keyInProgress));

/** What went wrong, in a sentence for the person in front of it. */
export function explain(error: unknown): string {
  if (error instanceof NetworkError) return 'The server cannot be reached. Check the connection and try again.';
  if (!(error instanceof ApiError)) return 'Something unexpected happened in this page.';
  if (error.errors.length > 0) return error.errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  return error.description ?? error.message;
}

/**
 * What whoever helps finds an error by: `Error 50000 · request 4f1c…`. Null where nobody has to help: no server spoke, it
 * named the fields that are to be corrected, or somebody was faster.
 */
export function referenceOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.errors.length > 0 || isConflict(error)) return null;
  return refer(error);
}

/** The same of any refusal, whoever can mend it. */
export const refer = ({ code, requestId }: ApiError): string =>
  [`Error ${code}`, requestId !== null && `request ${requestId}`].filter(Boolean).join(' · ');
