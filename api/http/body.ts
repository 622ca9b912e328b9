import type { z } from 'zod';
import type { FieldError } from '#contract/errors';
import type { Operation } from '#contract/operation';
import type { Queries } from '../database/database.ts';
import { invalid } from './errors.ts';
import { check } from './validation.ts';

/** A body as it was sent, in two parts: what the caller may write, and the read-only members it repeats. */
export type SentBody = { writable: Record<string, unknown>; readOnly: Record<string, unknown> };

/** Tells the read-only members of a body from the rest. */
export const splitBody = ({ readOnly }: Operation, body: Record<string, unknown>): SentBody => {
  const isReadOnly = ([name]: [string, unknown]) => readOnly.includes(name);
  const members = Object.entries(body);
  return {
    writable: Object.fromEntries(members.filter(member => !isReadOnly(member))),
    readOnly: Object.fromEntries(members.filter(isReadOnly)),
  };
};

/**
 * Validates the writable part by the operation's schema, and by what the store knows of the members that are well-formed.
 * @throws ApiError 422 naming every bad field, `more` among them
 */
export const validateBody = async <Draft extends object>(
  operation: Operation,
  writable: Record<string, unknown>,
  references: (draft: Partial<Draft>) => Promise<FieldError[]>,
  more: FieldError[] = [],
): Promise<Draft> => {
  const { value, errors } = check(operation.body as z.ZodType<Draft>, writable);
  const bad = new Set(errors.map(({ field }) => field.split(/[.[]/, 1)[0]));
  const sound = Object.fromEntries(Object.entries(value ?? writable).filter(([name]) => !bad.has(name)));
  const all = [...errors, ...more, ...(await references(sound as Partial<Draft>))];
  if (value === null || all.length > 0) throw invalid(all);
  return value;
};

/** A resource's own check, or none. */
export const referencesOf =
  <Draft extends object>(
    resource: { check?(queries: Queries, draft: Partial<Draft>): Promise<FieldError[]> },
    queries: Queries,
  ) =>
  async (draft: Partial<Draft>): Promise<FieldError[]> =>
    (await resource.check?.(queries, draft)) ?? [];
