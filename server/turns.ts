import type { Request, RequestHandler, Response } from 'express';

/** Starts requests in the order of arrival, a batch per event-loop iteration. */
export type Turns = {
  /** Runs before any handler that costs anything. */
  take: RequestHandler;
  /** Returns how long a request was queued, in milliseconds. */
  waited(request: Request): number;
  /** Returns the number of queued requests. */
  waiting(): number;
};

type Options = {
  /** The number of requests started per event-loop iteration. */
  most?: number;
  /** False while what requests need is in use; one that waited too long starts anyway and gets a 503. */
  mayBegin?: () => boolean;
  /** Returns the number of connections accepted so far. */
  accepted?: () => number;
};

/** The most iterations in a row that accept connections without starting a request. */
const maxAcceptIterations = 64;

/** Later, a person notices the delay. */
const maxWaitMilliseconds = 1000;

const retryMilliseconds = 1;

type QueuedRequest = { request: Request; response: Response; since: number; start: () => void };

/**
 * Starts at most `batchSize` queued requests per event-loop iteration, so new connections are still accepted under load.
 *
 * Node accepts one connection per iteration. Without the limit, an iteration would handle every request of the last one, and
 * hundreds of connections would wait unaccepted. Queued requests have a known age, and those of disconnected clients are
 * dropped. While connections arrive, no request starts for up to `maxAcceptIterations`.
 */
export const createTurns = ({ most = 64, mayBegin = () => true, accepted = () => 0 }: Options = {}): Turns => {
  const queue: QueuedRequest[] = [];
  const waitedByRequest = new WeakMap<Request, number>();
  let started = 0;
  let seenConnections = 0;
  let acceptIterations = 0;
  let isScheduled = false;

  const canStartFirst = (): boolean => {
    const [first] = queue;
    return first !== undefined && (mayBegin() || performance.now() - first.since > maxWaitMilliseconds);
  };
  /** A connection arrived since the last iteration, so more may wait behind it. */
  const shouldAccept = (): boolean => {
    const before = seenConnections;
    seenConnections = accepted();
    acceptIterations =
      seenConnections === before || acceptIterations === maxAcceptIterations ? 0 : acceptIterations + 1;
    return acceptIterations > 0;
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    if (queue.length > 0 && !canStartFirst()) setTimeout(runIteration, retryMilliseconds);
    else setImmediate(runIteration);
  };
  const runIteration = (): void => {
    isScheduled = false;
    started = 0;
    const isAccepting = shouldAccept();
    while (!isAccepting && started < most && canStartFirst()) startFirst();
    if (queue.length > 0 || started > 0 || isAccepting) schedule();
  };
  const startFirst = (): void => {
    const first = queue.shift();
    if (first === undefined || first.response.closed) return;
    waitedByRequest.set(first.request, performance.now() - first.since);
    started += 1;
    first.start();
  };

  return {
    take: (request, response, next) => {
      // No connection arrived in the last iteration or since.
      const isQuiet = acceptIterations === 0 && seenConnections === accepted();
      if (queue.length === 0 && started < most && isQuiet && mayBegin()) {
        started += 1;
        schedule();
        return next();
      }
      queue.push({ request, response, since: performance.now(), start: next });
      schedule();
    },
    waited: request => waitedByRequest.get(request) ?? 0,
    waiting: () => queue.length,
  };
};

/** Decides whether to reject a request now rather than answer it, and all behind it, late. */
export const isTooLate = ({ waited }: Turns, request: Request): boolean => waited(request) > maxWaitMilliseconds;
