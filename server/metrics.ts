import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Turns } from './turns.ts';

/** What any of our servers counts and measures, for Prometheus. No label ever holds what a caller sent. */
export type ServerMetrics = {
  registry: Registry;
  /** By method, route as the code writes it, and status; "aborted" where the caller left before there was one. */
  requests: Counter<'method' | 'route' | 'status'>;
  /** Seconds until the answer was whole. */
  requestDuration: Histogram<'route'>;
  requestsInFlight: Gauge;
  /** Refused since more came than could be answered, by why: late (its turn came too late), api_busy (too many wait for the API). */
  shed: Counter<'reason'>;
  /** From now on it is asked, at each scrape, how many wait for their turn. */
  showTurns(turns: Pick<Turns, 'waiting'>): void;
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
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503 since more came than could be answered, by why: late or api_busy.',
    labelNames: ['reason'],
    registers,
  });
  shed.inc({ reason: 'late' }, 0);
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
    shed,
    showTurns: turns => showTurns(registry, turns),
  };
};

const showTurns = (registry: Registry, { waiting }: Pick<Turns, 'waiting'>): void => {
  new Gauge({
    name: 'http_requests_waiting',
    help: 'Requests that wait for their turn to be begun.',
    registers: [registry],
    collect() {
      this.set(waiting());
    },
  });
};

const version = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string;
