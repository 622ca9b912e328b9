import type { Request, RequestHandler, Response } from 'express';

/** Starts requests in the order of arrival, a batch per event-loop iteration. */
export type RequestQueue = {
  /** Queues a request until it may start. Must be the first handler that does work. */
  admit: RequestHandler;
  /** Returns how long a request was queued, in milliseconds. */
  getWaitedMilliseconds(request: Request): number;
  /** Returns the age of the oldest queued request in milliseconds. The age is 0 if the queue is empty. */
  getOldestMilliseconds(): number;
  /** Returns the number of queued requests. */
  getLength(): number;
};

type Options = {
  /** The number of requests started per event-loop iteration. */
  batchSize?: number;
  /** Returns false while requests would only wait for the store. Late requests start anyway, and get 503. */
  canStart?: () => boolean;
  /** Returns the number of connections accepted so far. */
  countAcceptedConnections?: () => number;
};

/** The maximum number of iterations in a row that accept connections without starting a request. */
const maxAcceptIterations = 64;

/** People notice a longer delay. */
const maxWaitMilliseconds = 1000;

const retryMilliseconds = 1;

type QueuedRequest = { request: Request; response: Response; since: number; start: () => void };

/**
 * Starts at most `batchSize` queued requests per event-loop iteration. Node accepts one connection per iteration:
 * without the limit, an iteration would handle all queued requests while hundreds of connections wait.
 *
 * Requests of disconnected clients are dropped. While connections arrive, no request starts for up to
 * `maxAcceptIterations` iterations.
 */
export const createRequestQueue = ({
  batchSize = 64,
  canStart = () => true,
  countAcceptedConnections = () => 0,
}: Options = {}): RequestQueue => {
  const queue: QueuedRequest[] = [];
  const waitedByRequest = new WeakMap<Request, number>();
  let started = 0;
  let seenConnections = 0;
  let acceptIterations = 0;
  let isScheduled = false;

  const canStartFirst = (): boolean => {
    const [first] = queue;
    return first !== undefined && (canStart() || performance.now() - first.since > maxWaitMilliseconds);
  };
  /**
   * Returns whether a connection arrived since the last iteration: more connections may wait behind it. Returns false
   * after `maxAcceptIterations` in a row.
   */
  const shouldAccept = (): boolean => {
    const before = seenConnections;
    seenConnections = countAcceptedConnections();
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
    while (!isAccepting && started < batchSize && canStartFirst()) startFirst();
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
    admit: (request, response, next) => {
      // The last iteration did not hold requests back, and no connection has arrived since.
      const isQuiet = acceptIterations === 0 && seenConnections === countAcceptedConnections();
      if (queue.length === 0 && started < batchSize && isQuiet && canStart()) {
        started += 1;
        schedule();
        return next();
      }
      queue.push({ request, response, since: performance.now(), start: next });
      schedule();
    },
    getWaitedMilliseconds: request => waitedByRequest.get(request) ?? 0,
    getOldestMilliseconds: () => (queue[0] === undefined ? 0 : performance.now() - queue[0].since),
    getLength: () => queue.length,
  };
};

/** Returns true if a request was queued too long. It is rejected, so that the next requests start in time. */
export const hasWaitedTooLong = ({ getWaitedMilliseconds }: RequestQueue, request: Request): boolean =>
  getWaitedMilliseconds(request) > maxWaitMilliseconds;
