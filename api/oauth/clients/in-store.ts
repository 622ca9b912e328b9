import { CommandError, type OpenDatabase, withDatabase } from '../../command-line.ts';
import type { Database } from '../../database/database.ts';
import { RegistrationError } from './registration-error.ts';

/** Runs a command's `work` on the store; what cannot be registered is said in its sentence. @throws CommandError */
export const inStore = <T>(open: OpenDatabase, work: (store: Database) => Promise<T>): Promise<T> =>
  withDatabase(open, work).catch((error: unknown) => {
    throw error instanceof RegistrationError ? new CommandError(error.message) : error;
  });
