import { Counter, Gauge, Histogram } from 'prom-client';
import { createServerMetrics, requestBuckets, type ServerMetrics } from '#server/metrics';

/** What the bff counts and measures, for Prometheus. No label ever holds what a browser sent. */
export type Metrics = ServerMetrics & {
  /** Seconds until the API's answer began, by its status. */
  apiDuration: Histogram<'status'>;
  /** By the error that the browser was told: unavailable, upstream_failed, upstream_timeout. */
  apiFailures: Counter<'error'>;
  /** From now on it is asked, at each scrape, how many reads wait for the beginning of an answer. */
  showApiWaiting(count: () => number): void;
  signIns: Counter<'outcome'>;
  renewals: Counter<'outcome'>;
};

/** Makes them. */
export function createMetrics(): Metrics {
  const ofServer = createServerMetrics();
  const registers = [ofServer.registry];
  ofServer.shed.inc({ reason: 'api_busy' }, 0);
  return {
    ...ofServer,
    apiDuration: new Histogram({
      name: 'stardesk_api_request_duration_seconds',
      help: 'From a request to the API to the beginning of its answer, by status.',
      labelNames: ['status'],
      buckets: requestBuckets,
      registers,
    }),
    apiFailures: new Counter({
      name: 'stardesk_api_request_failures_total',
      help: 'Requests that the API did not answer, by what the browser was told.',
      labelNames: ['error'],
      registers,
    }),
    showApiWaiting: count => {
      new Gauge({
        name: 'stardesk_api_requests_waiting',
        help: 'Reads that wait for the beginning of an answer of the API: beyond 256 they are refused.',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
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
