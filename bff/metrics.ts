import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the bff counts and measures, for Prometheus. No label ever holds what a browser sent. */
export type Metrics = {
  registry: Registry;
  /** By method, route as the code writes it, and status; "aborted" where the browser left before there was one. */
  requests: Counter<'method' | 'route' | 'status'>;
  /** Seconds until the answer was whole. */
  requestDuration: Histogram<'route'>;
  requestsInFlight: Gauge;
  /** Seconds until the API's answer began, by its status. */
  apiDuration: Histogram<'status'>;
  /** By the error that the browser was told: unavailable, upstream_failed, upstream_timeout. */
  apiFailures: Counter<'error'>;
  signIns: Counter<'outcome'>;
  renewals: Counter<'outcome'>;
};

/** Seconds, from what costs nothing to what makes people give up. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

const version = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string;

/** Adds what is known of any process: memory, processor, event loop, garbage collection. One of a process is enough. */
export const measureProcess = ({ registry }: Metrics): void => collectDefaultMetrics({ register: registry });

export function createMetrics(): Metrics {
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
      buckets,
      registers,
    }),
    requestsInFlight: new Gauge({ name: 'http_requests_in_flight', help: 'Requests not yet answered.', registers }),
    apiDuration: new Histogram({
      name: 'stardesk_api_request_duration_seconds',
      help: 'From a request to the API to the beginning of its answer, by status.',
      labelNames: ['status'],
      buckets,
      registers,
    }),
    apiFailures: new Counter({
      name: 'stardesk_api_request_failures_total',
      help: 'Requests that the API did not answer, by what the browser was told.',
      labelNames: ['error'],
      registers,
    }),
    signIns: new Counter({
      name: 'stardesk_sign_ins_total',
      help: 'Sign-ins: begun, completed, failed at the way back.',
      labelNames: ['outcome'],
      registers,
    }),
    renewals: new Counter({
      name: 'stardesk_session_renewals_total',
      help: 'Sessions renewed with a refresh token: renewed, ended since the token was no longer good, failed.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
