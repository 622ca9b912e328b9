import type { z } from 'zod';
import { type FieldError, type FieldErrorName, fieldErrorCodes } from '#contract/errors';
import { fieldError } from './errors.ts';

/** A validated value, or every field error. */
export type ValidationResult<T> = { value: T; errors: [] } | { value: null; errors: FieldError[] };

/** Validates a value with a schema and returns every field error, not only the first. */
export const validateWith = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): ValidationResult<z.output<Schema>> => {
  const parsed = schema.safeParse(value, { error: toDefaultMessage });
  if (parsed.success) return { value: parsed.data, errors: [] };
  return { value: null, errors: parsed.error.issues.flatMap(issue => toFieldErrors(issue, value)) };
};

/** Returns the message of an issue for which the schema has no message; undefined for zod's own message. */
const toDefaultMessage: z.core.$ZodErrorMap = issue => {
  if (issue.code === 'invalid_union') return 'has an invalid value';
  if (issue.code === 'too_small' && isNumeric(issue.origin)) return `is less than ${issue.minimum}`;
  if (issue.code === 'too_big' && isNumeric(issue.origin)) return `is more than ${issue.maximum}`;
  return undefined;
};

const isNumeric = (origin: string): boolean => origin === 'number' || origin === 'int';

type Issue = z.core.$ZodIssue;

const toFieldErrors = (issue: Issue, body: unknown): FieldError[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => fieldError(formatFieldName([...issue.path, key]), 'unknown', 'is unknown'));
  }
  const name = toErrorName(issue, getValue(body, issue.path));
  return [{ code: fieldErrorCodes[name], field: formatFieldName(issue.path), message: toMessage(name, issue) }];
};

const toErrorName = (issue: Issue, value: unknown): FieldErrorName => {
  const declared = 'params' in issue ? (issue.params as { name?: FieldErrorName } | undefined)?.name : undefined;
  if (declared !== undefined) return declared;
  if (value === undefined) return 'required';
  if (value === null) return 'null_not_allowed';
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return 'invalid_type';
    case 'invalid_value':
      return typeof value === 'string' ? 'not_allowed' : 'invalid_type';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'out_of_range';
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'out_of_range';
    case 'invalid_key':
      return issue.issues[0] === undefined ? 'invalid_format' : toErrorName(issue.issues[0], value);
    default:
      return 'invalid_format';
  }
};

const toMessage = (name: FieldErrorName, issue: Issue): string => {
  if (name === 'required') return 'is required';
  if (name === 'null_not_allowed') return 'may not be null';
  if (issue.code === 'invalid_type') return `is not ${withArticle(typeNames[issue.expected] ?? issue.expected)}`;
  if (issue.code === 'invalid_value') return `is not one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'is not an allowed name';
  return issue.message;
};

/** Plain names for types of zod. */
const typeNames: Readonly<Record<string, string>> = { int: 'whole number', record: 'object' };

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const getValue = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

/** `['files', 'a.txt', 'content']` → `files.a.txt.content`, `['tags', 3]` → `tags[3]`. */
export const formatFieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${String(key)}`),
    '',
  );
