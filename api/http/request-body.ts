import type { z } from 'zod';
import type { FieldError } from '#contract/errors';
import type { Operation } from '#contract/operation';
import type { Versioned } from './conditional.ts';
import { fieldError, validationError } from './errors.ts';
import { readJson } from './json-body.ts';
import type { OperationContext, Resource } from './route.ts';
import { formatFieldName, validateWith } from './validation.ts';

/** A request body in the current API version, split by writability. */
export type SentBody = {
  /** Writable and unknown members. */
  writable: Record<string, unknown>;
  /** Read-only members that the body repeats; nested members by their path. */
  readOnly: Record<string, unknown>;
  /** Errors about current members that the client's API version lacks. */
  unknown: FieldError[];
};

/** Reads a body and separates its read-only members. @throws the errors of `readJson` */
export const readBody = async (
  { readOnly }: Operation,
  { getNestedReadOnly = () => ({}) }: Pick<Resource<Versioned, object>, 'getNestedReadOnly'>,
  { request, apiVersion }: OperationContext,
): Promise<SentBody> => {
  const { body, unknown } = apiVersion.converter.fromClient(await readJson(request));
  const isReadOnly = ([name]: [string, unknown]) => readOnly.includes(name);
  const members = Object.entries(body);
  return {
    writable: Object.fromEntries(members.filter(member => !isReadOnly(member))),
    readOnly: { ...Object.fromEntries(members.filter(isReadOnly)), ...getNestedReadOnly(body) },
    unknown: unknown.map(name => fieldError(name, 'unknown', 'is unknown')),
  };
};

/** Returns the members of a draft that the request body contains. */
export const pickSentMembers = (draft: object, sent: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => name in sent));

/**
 * Validates the writable members by the operation's schema. The store validates the references in valid members.
 * @param more errors that were found before
 * @param getMore finds further errors; called only if the body is rejected anyway
 * @throws ApiError 422 with all of these errors
 */
export const validateBody = async <Row extends Versioned, Draft extends object, Part extends Partial<Draft>>(
  operation: Operation,
  resource: Partial<Pick<Resource<Row, Draft>, 'name' | 'validateReferences' | 'prepare'>>,
  { writable, unknown }: SentBody,
  context: OperationContext,
  { more = [], getMore = () => [] }: { more?: FieldError[]; getMore?: () => FieldError[] } = {},
): Promise<Part> => {
  const { value, errors } = validateWith(operation.body as z.ZodType<Part>, writable);
  const invalidFields = new Set(errors.map(({ field }) => field.split(/[.[]/, 1)[0]));
  const validMembers = Object.fromEntries(
    Object.entries(value ?? writable).filter(([name]) => !invalidFields.has(name)),
  );
  const referenceErrors = await resource.validateReferences?.(
    context.database.read,
    validMembers as Partial<Draft>,
    context,
  );
  const reservedErrors = findPrototypeMembers(writable)
    .filter(([member]) => !invalidFields.has(String(member)))
    .map(path => fieldError(formatFieldName(path), 'reserved', 'is a reserved name in JavaScript'));
  const allErrors = [...unknown, ...errors, ...reservedErrors, ...more, ...(referenceErrors ?? [])];
  if (value === null || allErrors.length > 0) throw validationError([...allErrors, ...getMore()]);
  return resource.prepare === undefined ? value : resource.prepare(value);
};

/** Finds members called `__proto__`, which zod silently removes from a record. */
const findPrototypeMembers = (value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap(name => {
    const memberPath = [...path, Array.isArray(value) ? Number(name) : name];
    return [
      ...(name === '__proto__' ? [memberPath] : []),
      ...findPrototypeMembers(Reflect.get(value, name), memberPath),
    ];
  });
};
