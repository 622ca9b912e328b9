import {
  type Difference,
  type ErrorName,
  type FieldError,
  type FieldErrorName,
  fieldErrorCodes,
} from '#contract/errors';
import type { ResourceName } from '#contract/operation';

/** What a thrown error adds to its name and description. */
type Extra = {
  /** The bad fields of a 422. */
  errors?: FieldError[];
  /** They are parameters, and no members of a body. */
  isOfQuery?: true;
  /** What differs, on a 409 or 412. */
  differences?: Difference[];
  headers?: Record<string, string>;
  /** What really happened, for the log only. */
  cause?: unknown;
};

/** An answer that is an error. Thrown anywhere, written in one place: error-writer.ts. */
export class ApiError extends Error {
  readonly is: ErrorName;
  readonly extra: Extra;

  constructor(is: ErrorName, description: string, extra: Extra = {}) {
    super(description, { cause: extra.cause });
    this.is = is;
    this.extra = extra;
  }
}

/** What a thing that never was is told by. */
export const missingErrors = {
  ticket: 'no_ticket',
  message: 'no_message',
  gist: 'no_gist',
  person: 'no_person',
  view: 'no_view',
} as const satisfies Record<ResourceName, ErrorName>;

/** What a thing that was deleted is told by. */
export const deletedErrors = {
  ticket: 'ticket_gone',
  message: 'message_gone',
  gist: 'gist_gone',
  person: 'gone',
  view: 'view_gone',
} as const satisfies Record<ResourceName, ErrorName>;

/** 404: there is no such thing, and there never was. */
export const notFound = (resource: ResourceName, id: string): ApiError =>
  new ApiError(missingErrors[resource], `There is no ${resource} ${JSON.stringify(id)}.`);

/** 410: there was, and it was deleted for good. */
export const gone = (resource: ResourceName, id: string): ApiError =>
  new ApiError(deletedErrors[resource], `The ${resource} ${JSON.stringify(id)} was deleted.`);

/** 405 with the methods this caller may use here. */
export const methodNotAllowed = (description: string, allow: string): ApiError =>
  new ApiError('method_not_allowed', description, { headers: { Allow: allow } });

/** The same for a method that nobody may use here. */
export const noSuchMethod = (method: string, allow: string): ApiError =>
  methodNotAllowed(`${method} is not a method of this address.`, allow);

/** 422 naming every bad field. */
export const invalid = (errors: FieldError[]): ApiError => new ApiError('invalid', 'Validation Failed', { errors });

/** One entry of a 422. */
export const fieldError = (field: string, name: FieldErrorName, message: string): FieldError => ({
  code: fieldErrorCodes[name],
  field,
  message,
});
