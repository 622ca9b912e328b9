import { Counter, Gauge, Histogram } from 'prom-client';
import { createServerMetrics, requestDurationBuckets, type ServerMetrics } from '#server/metrics';

/** The bff's Prometheus metrics. No label contains a value from a request. */
export type BffMetrics = ServerMetrics & {
  /** Seconds until the API's response headers, by status. */
  apiDuration: Histogram<'status'>;
  /** By the error sent to the browser: unavailable, upstream_failed, upstream_timeout. */
  apiFailures: Counter<'error'>;
  /** Registers a gauge of the reads that wait for response headers. */
  observeWaitingReads(count: () => number): void;
  signIns: Counter<'outcome'>;
  renewals: Counter<'outcome'>;
};

export function createBffMetrics(): BffMetrics {
  const serverMetrics = createServerMetrics();
  const registers = [serverMetrics.registry];
  serverMetrics.shed.inc({ reason: 'api_busy' }, 0);
  return {
    ...serverMetrics,
    apiDuration: new Histogram({
      name: 'stardesk_api_request_duration_seconds',
      help: 'Seconds from a request to the API until its response headers, by status.',
      labelNames: ['status'],
      buckets: requestDurationBuckets,
      registers,
    }),
    apiFailures: new Counter({
      name: 'stardesk_api_request_failures_total',
      help: 'Requests to the API that failed, by the error sent to the browser.',
      labelNames: ['error'],
      registers,
    }),
    observeWaitingReads: count => {
      new Gauge({
        name: 'stardesk_api_requests_waiting',
        help: 'Reads waiting for response headers of the API; more than 256 are rejected.',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    signIns: new Counter({
      name: 'stardesk_sign_ins_total',
      help: 'Sign-ins by outcome: begun, completed, or failed at the callback.',
      labelNames: ['outcome'],
      registers,
    }),
    renewals: new Counter({
      name: 'stardesk_session_renewals_total',
      help: 'Session renewals by outcome: renewed, ended because the refresh token was invalid, or failed.',
      labelNames: ['outcome'],
      registers,
    }),
  };
}
