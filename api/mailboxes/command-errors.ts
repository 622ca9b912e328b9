import type { z } from 'zod';
import type { FieldError } from '#contract/errors';
import { CommandError } from '../command-line.ts';
import type { Queries } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';
import { validateWith } from '../http/validation.ts';
import type { MailboxRow } from './representation.ts';
import type { MailboxStore } from './store.ts';

/** Validates a draft against the contract. @throws CommandError listing each invalid field */
export const validate = <Schema extends z.ZodType>(schema: Schema, draft: unknown): z.output<Schema> => {
  const { value, errors } = validateWith(schema, draft);
  if (errors.length > 0) throw toCommandError(errors);
  return value as z.output<Schema>;
};

/** Turns the 422 of a check into an error of the command line. */
export const withPlainErrors = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError && error.extra.errors ? toCommandError(error.extra.errors) : error;
  }
};

/** Finds a mailbox by an address. @throws CommandError */
export const requireMailbox = async (
  mailboxes: MailboxStore,
  queries: Queries,
  address: string,
): Promise<MailboxRow> => {
  const found = await mailboxes.findByAddress(queries, address);
  if (found !== null) return found;
  throw new CommandError(`No mailbox has the address ${address}; run "desk mailboxes list" to see all mailboxes.`);
};

const toCommandError = (errors: readonly FieldError[]): CommandError =>
  new CommandError(errors.map(({ field, message }) => `${field} ${message}`).join('; '));
