import { errors } from 'undici';
import { Problem, upstreamFailed, upstreamTimedOut, upstreamUnavailable } from '../problems.ts';

/** The connection was refused, or the name or network is unreachable. */
const unreachableCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const timeouts = [errors.HeadersTimeoutError, errors.BodyTimeoutError, errors.ConnectTimeoutError];

/** Collects error codes. A failed connection to several addresses throws an AggregateError. */
function getCodes(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(getCodes);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? [error.code] : [];
}

/** Converts a failed API request to 503 (unreachable), 504 (timeout) or 502 (otherwise). */
export function toUpstreamProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (timeouts.some(timeout => error instanceof timeout)) return upstreamTimedOut(error);
  return getCodes(error).some(code => unreachableCodes.has(code)) ? upstreamUnavailable(error) : upstreamFailed(error);
}
