/**
 * Whether the desk can be reached. An outage begins with a request that meets an obstacle on its way, or when the browser
 * says that it is offline. While it lasts, requests that do no harm twice wait here: they neither fail nor are lost.
 * `reach-again.ts` looks whether the desk is back; when it is, all that waits goes out.
 */
import { NetworkError } from '../api-errors.ts';
import { createStore } from '../store.ts';
import { whenAborted } from './when-aborted.ts';

/** `offline`: the browser has no network. `silent`: nobody answers, or only that the API is away. `busy`: a pause is asked for. */
export type Obstacle = 'offline' | 'silent' | 'busy';

/** What stands between the page and the desk. */
export type Outage = {
  obstacle: Obstacle;
  /** For how long the desk wants to be left alone; null where it did not say. */
  pauseSeconds: number | null;
};

/** A request that meets an obstacle so often, although the desk was back in between, fails after all. */
const mostAttempts = 5;

/** The outage that lasts, and a promise that is kept when it is over; null while the desk can be reached. */
const current = createStore<{ outage: Outage; over: PromiseWithResolvers<void> } | null>(null);
/** How many outages there have been. Whoever sees the same number twice knows that none began in between. */
let outages = 0;

/** Why requests wait; null while the desk can be reached. */
export const readOutage = (): Outage | null => current.read()?.outage ?? null;

/** Whether what is asked now would wait. */
export const isUnreachable = (): boolean => current.read() !== null;

/** Calls `listener` when the desk gets out of reach, for another reason than before, and when it is back. Answers the way to stop. */
export const onReachabilityChange = current.subscribe;

/** The desk cannot be reached: from now on what may be sent again waits. */
export function reportOutage(outage: Outage): void {
  const known = current.read();
  if (known?.outage.obstacle === outage.obstacle) return;
  outages++;
  current.write({ outage, over: known?.over ?? Promise.withResolvers() });
}

/** The desk has answered: what waited goes out. */
export function reportReached(): void {
  const known = current.read();
  if (!known) return;
  known.over.resolve();
  current.write(null);
}

/** Waits until the desk can be reached. @throws the signal's reason, when it is aborted meanwhile */
export async function untilReached(signal?: AbortSignal): Promise<void> {
  const over = current.read()?.over.promise;
  if (over) await Promise.race([over, whenAborted(signal)]);
}

/** The parts of an answer that tell of obstacles. */
type Received = { status: number; headers: Headers };

type Asked = {
  /** Whether to send it twice does no more than to send it once. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * The answer to a request. One that met an obstacle is sent again when the desk can be reached, if that does no harm:
 * because it is repeatable, or because the answer says that nothing was done (429, 503).
 *
 * @throws {NetworkError} when no answer came and it may not be sent again, or was sent again in vain
 * @throws the signal's reason, when it is aborted while it waits
 */
export async function whileReachable<Answer extends Received>(
  request: () => Promise<Answer>,
  { repeatable, signal }: Asked,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    if (repeatable || attempt > 1) await untilReached(signal);
    const outagesBefore = outages;
    const outcome = await request().catch(keepNetworkError);
    const outage = outageOf(outcome);
    if (outage) reportOutage(outage);
    // An answer ends an outage, but not one that began only after its request was sent.
    else if (outages === outagesBefore) reportReached();
    const mayRepeat = repeatable || saysNothingDone(outcome);
    if (outage && mayRepeat && attempt < mostAttempts) continue;
    if (outcome instanceof NetworkError) throw outcome;
    return outcome;
  }
}

/** That no answer came is an outcome like any other here; whatever else is thrown is not. */
function keepNetworkError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  throw error;
}

/** Statuses of whatever stands before the API, when it is away or too slow. */
const away = [502, 503, 504];

/** What an answer, or its absence, says of the way to the desk. */
export function outageOf(outcome: Received | NetworkError): Outage | null {
  if (outcome instanceof NetworkError) {
    return { obstacle: navigator.onLine === false ? 'offline' : 'silent', pauseSeconds: null };
  }
  const pauseSeconds = readSeconds(outcome.headers.get('Retry-After'));
  if (outcome.status === 429) return { obstacle: 'busy', pauseSeconds };
  return away.includes(outcome.status) ? { obstacle: 'silent', pauseSeconds } : null;
}

const saysNothingDone = (outcome: Received | NetworkError): boolean =>
  !(outcome instanceof NetworkError) && (outcome.status === 429 || outcome.status === 503);

/** Retry-After in seconds; as a date nobody here writes it (RFC 9110, 10.2.3). */
const readSeconds = (text: string | null): number | null =>
  text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
