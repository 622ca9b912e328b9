import type { z } from 'zod';
import type { FieldError } from '#contract/errors';
import { CommandError } from './command-line.ts';
import { ApiError } from './http/errors.ts';
import { validateWith } from './http/validation.ts';

/** Validates a draft against the contract. @throws CommandError listing each invalid field */
export const validate = <Schema extends z.ZodType>(schema: Schema, draft: unknown): z.output<Schema> => {
  const { value, errors } = validateWith(schema, draft);
  if (errors.length > 0) throw toCommandError(errors);
  return value as z.output<Schema>;
};

/** Runs `work` and converts the 422 of a validation. @throws CommandError listing each invalid field */
export const withPlainErrors = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError && error.extra.errors ? toCommandError(error.extra.errors) : error;
  }
};

const toCommandError = (errors: readonly FieldError[]): CommandError =>
  new CommandError(errors.map(({ field, message }) => `${field} ${message}`).join('; '));
