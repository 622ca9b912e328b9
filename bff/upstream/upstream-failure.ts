import { errors } from 'undici';
import { Problem, unavailable, upstreamFailed, upstreamTimedOut } from '../problems.ts';

/** Nothing listens there, or the name leads nowhere. */
const unreachableCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const timeouts = [errors.HeadersTimeoutError, errors.BodyTimeoutError, errors.ConnectTimeoutError];

/** A connection tried on several addresses fails with all their errors. */
function codesOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? [error.code] : [];
}

/** What a failed request to the API means to the caller: 503 not there, 504 too slow, 502 anything else. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (timeouts.some(timeout => error instanceof timeout)) return upstreamTimedOut(error);
  return codesOf(error).some(code => unreachableCodes.has(code)) ? unavailable(error) : upstreamFailed(error);
}
