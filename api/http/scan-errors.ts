import { ApiError } from './errors.ts';

export const attachmentInfectedError = (): ApiError =>
  new ApiError('attachment_infected', 'The file contains a virus.');

export const attachmentNotScannedError = (): ApiError =>
  new ApiError('attachment_not_scanned', 'The file has not been scanned for viruses yet. Try again in a moment.', {
    differences: [],
    headers: { 'Retry-After': '5' },
  });
