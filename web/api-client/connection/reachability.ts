/**
 * Tracks whether the desk is reachable. An outage starts with a failed request or the browser's `offline` event. It
 * ends with a later response, a successful probe (`connection-probe.ts`) or, after a 429, the end of the pause.
 * Repeatable requests wait until then.
 */

import { useSyncExternalStore } from 'react';
import { NetworkError } from '../errors.ts';
import { createRequestGate } from './request-gate.ts';

/** `offline`: no network. `silent`: no response, or 502, 503, 504. `busy`: 429 for the rate limit. */
export type Obstacle = 'offline' | 'silent' | 'busy';

/** An outage, during which repeatable requests wait. */
export type Outage = {
  obstacle: Obstacle;
  /** Retry-After; null if the header is missing or not a number of seconds. */
  pauseSeconds: number | null;
};

/** A request fails after this many attempts, even if the desk was reachable in between. */
const maxAttempts = 5;

const gate = createRequestGate<Outage>();

export const getOutage = gate.getReason;

/** Returns whether an outage is in progress, including the pause after a 429. */
export const isUnreachable = gate.isClosed;

export const onReachabilityChange = gate.subscribe;

export const useIsUnreachable = (): boolean => useSyncExternalStore(onReachabilityChange, isUnreachable);

/** Starts an outage, or changes its obstacle. Repeatable requests wait from now on. */
export function reportOutage(outage: Outage): void {
  if (getOutage()?.obstacle !== outage.obstacle) gate.close(outage);
}

/** Ends the outage: waiting requests are sent. */
export const reportReachable = gate.open;

/** Resolves once no outage is in progress. @throws the signal's reason if it is aborted before that */
export const waitUntilReachable = gate.waitUntilOpen;

type ResponseHead = { status: number; headers: Headers };

type RequestOptions = {
  /** Whether sending the request twice is safe. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Sends a request, and repeats it after an outage if that is safe. Repeating is safe if the request is repeatable, or
 * if the server has not processed it (503, or 429 for the rate limit).
 *
 * @throws {NetworkError} without a response, if the request is not repeatable or all attempts failed
 * @throws the signal's reason if it is aborted while the request waits
 * @throws all other errors of `request`
 */
export async function sendWhenReachable<Result extends ResponseHead>(
  request: () => Promise<Result>,
  { repeatable, signal }: RequestOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    if (repeatable || attempt > 1) await waitUntilReachable(signal);
    const closingsBefore = gate.countClosings();
    const outcome = await request().catch(returnNetworkError);
    const outage = detectOutage(outcome);
    if (outage) reportOutage(outage);
    // A response ends an outage, unless the outage started after the request.
    else if (gate.countClosings() === closingsBefore) reportReachable();
    const mayRepeat = repeatable || isSafeToRepeat(outcome);
    if (outage && mayRepeat && attempt < maxAttempts) continue;
    if (outcome instanceof NetworkError) throw outcome;
    return outcome;
  }
}

function returnNetworkError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  throw error;
}

/** Statuses of a proxy, the bff or the API while the API cannot process requests. */
const unavailableStatuses = [502, 503, 504];

/** Returns the outage that a response or its absence indicates; otherwise null. */
export function detectOutage(outcome: ResponseHead | NetworkError): Outage | null {
  if (outcome instanceof NetworkError) {
    return { obstacle: navigator.onLine === false ? 'offline' : 'silent', pauseSeconds: null };
  }
  const pauseSeconds = getPauseSeconds(outcome.headers);
  if (outcome.status === 429) return isExhausted(outcome.headers) ? { obstacle: 'busy', pauseSeconds } : null;
  return unavailableStatuses.includes(outcome.status) ? { obstacle: 'silent', pauseSeconds } : null;
}

const isSafeToRepeat = (outcome: ResponseHead | NetworkError): boolean =>
  !(outcome instanceof NetworkError) && (outcome.status === 429 || outcome.status === 503);

/**
 * Returns whether the rate limit is exhausted. Otherwise a 429 rejects only this request, for example after too many
 * incorrect passwords. A proxy's 429 lacks `X-Rate-Limit-Remaining`, and may apply to all requests.
 */
const isExhausted = (headers: Headers): boolean => (headers.get('X-Rate-Limit-Remaining') ?? '0') === '0';

/** Returns Retry-After in seconds; our servers never send a date (RFC 9110, 10.2.3). */
export const getPauseSeconds = (headers: Headers): number | null => {
  const text = headers.get('Retry-After');
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
};
