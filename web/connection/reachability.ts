/**
 * Whether the desk can be reached. While it cannot, what may be sent again waits: it neither fails nor is lost.
 * `reach-again.ts` looks whether it is back.
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

/** As often a request meets an obstacle before it fails after all: each time something else had just been answered. */
const mostAttempts = 5;

/** The outage that lasts; `over` is resolved when it ends. */
const current = createStore<{ outage: Outage; over: PromiseWithResolvers<void> } | null>(null);
/** How many there have been. */
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
  /** Whether doing it twice does no more than doing it once. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * The answer to a request. One that met an obstacle is sent again when the desk can be reached, if that does no harm:
 * because it is repeatable, or because the answer says that nothing was done (429, 503).
 *
 * @throws {NetworkError} when no answer came and it cannot be repeated, or was repeated in vain
 * @throws the signal's reason, when it is aborted while it waits
 */
export async function whileReachable<Answer extends Received>(
  request: () => Promise<Answer>,
  { repeatable, signal }: Asked,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    if (repeatable || attempt > 1) await untilReached(signal);
    const before = outages;
    const outcome = await request().catch(keepNetworkError);
    const outage = outageOf(outcome);
    // What was sent before an outage says nothing of its end.
    if (!outage && before === outages) reportReached();
    if (outage) reportOutage(outage);
    const again = outage !== null && (repeatable || saysNothingDone(outcome)) && attempt < mostAttempts;
    if (again) continue;
    if (outcome instanceof NetworkError) throw outcome;
    return outcome;
  }
}

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
