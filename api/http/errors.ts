import {
  type ErrorName,
  type FieldDifference,
  type FieldError,
  type FieldErrorName,
  fieldErrorCodes,
} from '#contract/errors';
import { isDeletable, isResource } from '#contract/resources';
import type { ItemKind } from './versions/version-converter.ts';

type Extra = {
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

  constructor(errorName: ErrorName, description: string, extra: Extra = {}) {
    super(description, { cause: extra.cause });
    this.errorName = errorName;
    this.extra = extra;
  }
}

/** `identity_provider` → `identity provider`. */
export const formatResourceName = (resource: ItemKind): string => resource.replaceAll('_', ' ');

/** Creates the 404 for a resource that never existed. */
export const notFoundError = (resource: ItemKind, id: string): ApiError =>
  new ApiError(
    resource === 'settings' ? 'no_route' : `no_${resource}`,
    `There is no ${formatResourceName(resource)} ${JSON.stringify(id)}.`,
  );

/** Creates the 410 for a deleted resource. */
export const goneError = (resource: ItemKind, id: string): ApiError =>
  new ApiError(
    isResource(resource) && isDeletable(resource) ? `${resource}_gone` : 'gone',
    `The ${formatResourceName(resource)} ${JSON.stringify(id)} was deleted.`,
  );

/** Creates the 405; `allow` lists the methods that this caller may use. */
export const methodNotAllowedError = (description: string, allow: string): ApiError =>
  new ApiError('method_not_allowed', description, { headers: { Allow: allow } });

/** Creates the 405 for a method that the URL does not support. */
export const methodNotSupportedError = (method: string, allow: string): ApiError =>
  methodNotAllowedError(`${method} is not supported at this URL.`, allow);

/** Creates the 503 of an overloaded process. */
export const overloadedError = (): ApiError =>
  new ApiError('unavailable', 'The server is overloaded. Try again in a moment.', { headers: { 'Retry-After': '1' } });

/** Creates the 422 with every field error. */
export const validationError = (errors: FieldError[]): ApiError =>
  new ApiError('invalid', 'Validation Failed', { errors });

/** @throws ApiError 422 with every field error, if there are any */
export const requireNoErrors = (errors: FieldError[]): void => {
  if (errors.length > 0) throw validationError(errors);
};

/** Creates a field error. `message` continues a sentence that begins with the field. */
export const fieldError = (field: string, name: FieldErrorName, message: string): FieldError => ({
  code: fieldErrorCodes[name],
  field,
  message,
});
