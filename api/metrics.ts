import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createServerMetrics, type ServerMetrics } from '#server/metrics';
import type { StoreLoad } from './database/database.ts';
import { type CountRefusal, refusingLimits } from './http/refusals.ts';

/** What the api counts and measures, for Prometheus. No label ever holds what a caller sent. */
export type Metrics = ServerMetrics & {
  /** Counts a request refused with 429. */
  countRefusal: CountRefusal;
  /** Seconds. */
  statementDuration: Histogram;
  statementFailures: Counter;
  /** Seconds, from when one was asked for until it was committed. */
  transactionDuration: Histogram;
  /** From now on it is asked, at each scrape, how busy the store is. */
  showStore(load: () => StoreLoad): void;
};

/** Seconds. */
const statementBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

/** Makes them. */
export const createMetrics = (): Metrics => {
  const ofServer = createServerMetrics();
  const { registry } = ofServer;
  const registers = [registry];
  const refusals = new Counter({
    name: 'stardesk_rate_limit_refusals_total',
    help: 'Requests refused with 429, by which limit it was.',
    labelNames: ['limit'],
    registers,
  });
  for (const limit of refusingLimits) refusals.inc({ limit }, 0);
  return {
    ...ofServer,
    countRefusal: limit => refusals.inc({ limit }),
    statementDuration: new Histogram({
      name: 'stardesk_store_statement_duration_seconds',
      help: 'Statements of SQL, until their rows were read.',
      buckets: statementBuckets,
      registers,
    }),
    statementFailures: new Counter({
      name: 'stardesk_store_statement_failures_total',
      help: 'Statements of SQL that failed.',
      registers,
    }),
    transactionDuration: new Histogram({
      name: 'stardesk_store_transaction_duration_seconds',
      help: 'Transactions, from when one was asked for until it was on the disk.',
      buckets: statementBuckets,
      registers,
    }),
    showStore: load => showStore(registry, load),
  };
};

const showStore = (registry: Registry, load: () => StoreLoad): void => {
  new Gauge({
    name: 'stardesk_store_connections',
    help: 'Connections to the store; on SQLite the one that writes.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { busy, idle } = load();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'stardesk_store_waiting',
    help: 'Who waits for a connection to the store; on SQLite for its turn to write.',
    registers: [registry],
    collect() {
      this.set(load().waiting);
    },
  });
};
