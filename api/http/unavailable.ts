import type { Outage } from '../database/outage.ts';
import { ApiError } from './errors.ts';

/** How soon it is worth asking again: most outages are over in a moment, or have to be mended by hand. */
const waitSeconds = 5;

const notStored = 'Nothing can be stored just now, so this was not done; reading goes on. Try again in a moment.';

const descriptions: Record<Outage, string> = {
  full: notStored,
  read_only: notStored,
  failing: 'The store cannot be written or read just now. Try again in a moment.',
  busy: 'The store is too busy to do this just now. Try again in a moment.',
  slow: 'The store takes too long to answer just now. Try again in a moment.',
  unavailable: 'The store does not answer just now. Try again in a moment.',
};

/** 503: the store has an outage, which passes. */
export const unavailable = (outage: Outage, cause: unknown): ApiError =>
  new ApiError('unavailable', descriptions[outage], { cause, headers: { 'Retry-After': String(waitSeconds) } });
