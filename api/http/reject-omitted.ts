import { OmittedFileError } from '../files/driver.ts';
import { ApiError } from './errors.ts';

/**
 * Creates an error handler for reads of files that a restore left out. It throws other errors unchanged.
 * @param name describes the file, as the subject of a sentence
 * @throws ApiError 410
 */
export const rejectOmitted =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof OmittedFileError)) throw error;
    throw new ApiError('gone', `${name} was not in the backup that was restored.`);
  };
