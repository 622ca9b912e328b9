import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What any of our servers counts and measures, for Prometheus. No label ever holds what a caller sent. */
export type ServerMetrics = {
  registry: Registry;
  /** By method, route as the code writes it, and status; "aborted" where the caller left before there was one. */
  requests: Counter<'method' | 'route' | 'status'>;
  /** Seconds until the answer was whole. */
  requestDuration: Histogram<'route'>;
  requestsInFlight: Gauge;
};

/** Seconds, from what a cache answers to what makes people give up. */
export const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Adds what is known of any process: memory, processor, event loop, garbage collection. One of a process is enough. */
export const measureProcess = ({ registry }: ServerMetrics): void => collectDefaultMetrics({ register: registry });

/** Makes them. */
export const createServerMetrics = (): ServerMetrics => {
  const registry = new Registry();
  const registers = [registry];
  const build = { name: 'stardesk_build_info', help: 'Always 1.', labelNames: ['version'], registers };
  new Gauge(build).set({ version: version() }, 1);
  return {
    registry,
    requests: new Counter({
      name: 'http_requests_total',
      help: 'Requests answered, by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the first line of a request to the end of its answer, by route.',
      labelNames: ['route'],
      buckets: requestBuckets,
      registers,
    }),
    requestsInFlight: new Gauge({ name: 'http_requests_in_flight', help: 'Requests not yet answered.', registers }),
  };
};

const version = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string;
