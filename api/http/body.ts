import type { z } from 'zod';
import type { FieldError } from '#contract/errors';
import type { Operation } from '#contract/operation';
import type { Versioned } from './conditional.ts';
import { fieldError, invalid } from './errors.ts';
import { readJson } from './json-body.ts';
import { prototypeMembers } from './prototype-members.ts';
import type { Exchange, Resource } from './route.ts';
import { check, fieldName } from './validation.ts';

/** A body as it was sent, raised from the caller's date to today's members, in parts. */
export type SentBody = {
  /** What the caller may write, or has made up. */
  writable: Record<string, unknown>;
  /** The read-only members it repeats, those inside others by their path. */
  readOnly: Record<string, unknown>;
  /** Complaints about members that there are today, but not at the caller's date. */
  unknown: FieldError[];
};

/** Reads the body of an operation and tells its read-only members from the rest. @throws ApiError 415, 413, 400 */
export const readBody = async (
  { readOnly }: Operation,
  { readOnlyWithin = () => ({}) }: Pick<Resource<Versioned, object>, 'readOnlyWithin'>,
  { request, response, at }: Exchange,
): Promise<SentBody> => {
  const { body, unknown } = at.shape.fromClient(await readJson(request, response));
  const isReadOnly = ([name]: [string, unknown]) => readOnly.includes(name);
  const members = Object.entries(body);
  return {
    writable: Object.fromEntries(members.filter(member => !isReadOnly(member))),
    readOnly: { ...Object.fromEntries(members.filter(isReadOnly)), ...readOnlyWithin(body) },
    unknown: unknown.map(name => fieldError(name, 'unknown', 'is not known here')),
  };
};

/** The members of a draft that the body of a request names. */
export const named = (draft: object, sent: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => name in sent));

/**
 * Validates the writable part by the operation's schema, and by what the store knows of the members that are well-formed.
 * @throws ApiError 422 naming every bad field, `more` among them, and `besides` what is held against the store later
 */
export const validateBody = async <Row extends Versioned, Draft extends object, Part extends Partial<Draft>>(
  operation: Operation,
  resource: Resource<Row, Draft>,
  { writable, unknown }: SentBody,
  exchange: Exchange,
  { more = [], besides = () => [] }: { more?: FieldError[]; besides?: () => FieldError[] } = {},
): Promise<Part> => {
  const { value, errors } = check(operation.body as z.ZodType<Part>, writable);
  const bad = new Set(errors.map(({ field }) => field.split(/[.[]/, 1)[0]));
  const sound = Object.fromEntries(Object.entries(value ?? writable).filter(([name]) => !bad.has(name)));
  const references = await resource.check?.(exchange.database.read, sound as Partial<Draft>, exchange);
  const lost = prototypeMembers(writable)
    .filter(([member]) => !bad.has(String(member)))
    .map(path => fieldError(fieldName(path), 'reserved', 'is a name that JavaScript uses itself'));
  const all = [...unknown, ...errors, ...lost, ...more, ...(references ?? [])];
  if (value === null || all.length > 0) throw invalid([...all, ...besides()]);
  return resource.prepare === undefined ? value : resource.prepare(value);
};
