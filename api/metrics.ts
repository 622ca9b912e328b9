import { Counter, Gauge, type Registry } from 'prom-client';
import { createServerMetrics, type ServerMetrics } from '#server/metrics';
import { createPlainHistogram } from '#server/plain-metrics';
import type { StoreLoad } from './database/database.ts';
import { type CountRejection, limitNames } from './http/limit-rejections.ts';

/** Prometheus metrics of the API. No label contains a value that a caller sent. */
export type Metrics = ServerMetrics & {
  /** Counts a request rejected with 429. */
  countRejection: CountRejection;
  /** Seconds. */
  observeStatement(seconds: number): void;
  statementFailures: Counter;
  /** Seconds from the call until the commit. */
  observeTransaction(seconds: number): void;
  /** Adds gauges that read the store's load at each scrape. */
  observeStore(getLoad: () => StoreLoad): void;
};

/** Seconds. */
const durationBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

export const createMetrics = (): Metrics => {
  const serverMetrics = createServerMetrics();
  const { registry } = serverMetrics;
  const registers = [registry];
  const rejections = new Counter({
    name: 'stardesk_rate_limit_refusals_total',
    help: 'Requests rejected with 429, by limit.',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of limitNames) rejections.inc({ limit }, 0);
  return {
    ...serverMetrics,
    countRejection: limit => rejections.inc({ limit }),
    observeStatement: createPlainHistogram({
      name: 'stardesk_store_statement_duration_seconds',
      help: 'Duration of SQL statements in seconds, including reading their rows.',
      buckets: durationBuckets,
      registers,
    }),
    statementFailures: new Counter({
      name: 'stardesk_store_statement_failures_total',
      help: 'SQL statements that failed.',
      registers,
    }),
    observeTransaction: createPlainHistogram({
      name: 'stardesk_store_transaction_duration_seconds',
      help: 'Duration of transactions in seconds, from the call until the commit.',
      buckets: durationBuckets,
      registers,
    }),
    observeStore: getLoad => observeConnections(registry, getLoad),
  };
};

const observeConnections = (registry: Registry, getLoad: () => StoreLoad): void => {
  new Gauge({
    name: 'stardesk_store_connections',
    help: 'Connections to the store by state; on SQLite only the writing connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { busy, idle } = getLoad();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'stardesk_store_waiting',
    help: 'Operations that wait for a connection to the store; on SQLite for the writing connection.',
    registers: [registry],
    collect() {
      this.set(getLoad().waiting);
    },
  });
};
