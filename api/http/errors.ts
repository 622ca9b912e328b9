import {
  type ErrorName,
  type FieldDifference,
  type FieldError,
  type FieldErrorName,
  fieldErrorCodes,
} from '#contract/errors';
import { isDeletable, type ResourceName } from '#contract/resources';

type Extra = {
  /** Field errors of a 422. */
  errors?: FieldError[];
  /** The field errors name query parameters, not members of a body. */
  isQueryError?: true;
  /** Differing fields of a 409 or 412. */
  differences?: FieldDifference[];
  headers?: Record<string, string>;
  /** The original error, for the log only. */
  cause?: unknown;
};

/** An error response, thrown anywhere and written by error-writer.ts. */
export class ApiError extends Error {
  readonly errorName: ErrorName;
  readonly extra: Extra;

  constructor(is: ErrorName, description: string, extra: Extra = {}) {
    super(description, { cause: extra.cause });
    this.errorName = is;
    this.extra = extra;
  }
}

/** 404: the resource never existed. */
export const notFoundError = (resource: ResourceName, id: string): ApiError =>
  new ApiError(`no_${resource}`, `There is no ${resource} ${JSON.stringify(id)}.`);

/** 410: the resource was deleted. */
export const goneError = (resource: ResourceName, id: string): ApiError =>
  new ApiError(
    isDeletable(resource) ? `${resource}_gone` : 'gone',
    `The ${resource} ${JSON.stringify(id)} was deleted.`,
  );

/** 405 with the methods that this caller may use. */
export const methodNotAllowed = (description: string, allow: string): ApiError =>
  new ApiError('method_not_allowed', description, { headers: { Allow: allow } });

/** 405 for a method that the address does not support. */
export const methodNotSupported = (method: string, allow: string): ApiError =>
  methodNotAllowed(`${method} is not supported at this address.`, allow);

/** 503 while the process is overloaded. */
export const overloadedError = (): ApiError =>
  new ApiError('unavailable', 'The server is overloaded. Try again in a moment.', { headers: { 'Retry-After': '1' } });

/** 422 with every field error. */
export const validationError = (errors: FieldError[]): ApiError =>
  new ApiError('invalid', 'Validation Failed', { errors });

export const fieldError = (field: string, name: FieldErrorName, message: string): FieldError => ({
  code: fieldErrorCodes[name],
  field,
  message,
});
