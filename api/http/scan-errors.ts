import { ApiError } from './errors.ts';

/** Creates the 403 for a file with a virus. */
export const attachmentInfectedError = (): ApiError =>
  new ApiError('attachment_infected', 'The file contains a virus.');

/** Creates the 409, with Retry-After, for a file that has not been scanned. */
export const attachmentNotScannedError = (): ApiError =>
  new ApiError('attachment_not_scanned', 'The file has not been scanned for viruses yet. Try again in a moment.', {
    differences: [],
    headers: { 'Retry-After': '5' },
  });
