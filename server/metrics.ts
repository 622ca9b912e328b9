import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createPlainCounter, createPlainHistogram } from './plain-metrics.ts';
import type { RequestQueue } from './request-queue.ts';

/** Prometheus metrics of both servers. No label contains a value that a caller sent. */
export type ServerMetrics = {
  registry: Registry;
  /** Counts a request; the status is "aborted" when the client disconnected before the response. */
  countRequest(method: string, route: string, status: string): void;
  /** Observes the seconds until the end of the response. */
  observeDuration(seconds: number, route: string): void;
  /** The number of requests in progress. */
  inFlight: { count: number };
  /**
   * Load shedding by reason. The reasons are late (queued too long), uploads (too many at once) and api_busy (too many
   * requests wait for the API).
   */
  shed: Counter<'reason'>;
  /** Adds a gauge that reads the length of the request queue at each scrape. */
  observeQueue(queue: Pick<RequestQueue, 'getLength'>): void;
};

/** Upper bounds of the buckets, in seconds. */
export const requestDurationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Adds the process metrics: memory, CPU, event loop, garbage collection. Call once per registry. */
export const collectProcessMetrics = ({ registry }: ServerMetrics): void =>
  collectDefaultMetrics({ register: registry });

export const createServerMetrics = (): ServerMetrics => {
  const registry = new Registry();
  const registers = [registry];
  const build = { name: 'stardesk_build_info', help: 'Always 1.', labelNames: ['version'], registers };
  new Gauge(build).set({ version: readVersion() }, 1);
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests rejected with 503 under overload, by reason: late, uploads or api_busy.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['late', 'uploads']) shed.inc({ reason }, 0);
  const inFlight = { count: 0 };
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in progress.',
    registers,
    collect() {
      this.set(inFlight.count);
    },
  });
  return {
    registry,
    countRequest: createPlainCounter({
      name: 'http_requests_total',
      help: 'Requests that have ended, by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    observeDuration: createPlainHistogram({
      name: 'http_request_duration_seconds',
      help: 'Seconds from receiving the request headers to the end of the response, by route.',
      labelNames: ['route'],
      buckets: requestDurationBuckets,
      registers,
    }),
    inFlight,
    shed,
    observeQueue: queue => exportQueueLength(registry, queue),
  };
};

const exportQueueLength = (registry: Registry, { getLength }: Pick<RequestQueue, 'getLength'>): void => {
  new Gauge({
    name: 'http_requests_waiting',
    help: 'Requests in the request queue.',
    registers: [registry],
    collect() {
      this.set(getLength());
    },
  });
};

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string;
