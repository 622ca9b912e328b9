import type { StoreOutage } from '../database/outage.ts';
import { ApiError } from './errors.ts';

/** Most outages end within seconds or need an operator. */
const retryAfterSeconds = 5;

const descriptions: Record<StoreOutage, string> = {
  full: 'The store is full, so nothing was changed. Try again later.',
  read_only: 'The store is read-only at the moment, so nothing was changed. Try again later.',
  failing: 'The store cannot be read or written at the moment. Try again later.',
  busy: 'The store is too busy at the moment. Try again later.',
  slow: 'The store takes too long to respond. Try again later.',
  unavailable: 'The store does not respond. Try again later.',
};

/** Creates the 503 for a temporary outage of the store. */
export const storeUnavailableError = (outage: StoreOutage, cause: unknown): ApiError =>
  new ApiError('unavailable', descriptions[outage], { cause, headers: { 'Retry-After': String(retryAfterSeconds) } });
