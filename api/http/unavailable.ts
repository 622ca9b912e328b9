import type { Outage } from '../database/outage.ts';
import { ApiError } from './errors.ts';

/** Most outages pass in a moment or need an operator. */
const retryAfterSeconds = 5;

const notStored = 'The store is read-only at the moment, so nothing was changed. Try again later.';

const descriptions: Record<Outage, string> = {
  full: notStored,
  read_only: notStored,
  failing: 'The store cannot be written or read just now. Try again in a moment.',
  busy: 'The store is too busy to do this just now. Try again in a moment.',
  slow: 'The store takes too long to answer just now. Try again in a moment.',
  unavailable: 'The store does not answer just now. Try again in a moment.',
};

/** 503 for a temporary outage of the store. */
export const unavailable = (outage: Outage, cause: unknown): ApiError =>
  new ApiError('unavailable', descriptions[outage], { cause, headers: { 'Retry-After': String(retryAfterSeconds) } });
