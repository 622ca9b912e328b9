import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreLoad } from './database/database.ts';

/** What the api counts and measures, for Prometheus. No label ever holds what a caller sent. */
export type Metrics = {
  registry: Registry;
  /** By method, route as the code writes it, and status; "aborted" where the caller left before there was one. */
  requests: Counter<'method' | 'route' | 'status'>;
  /** Seconds until the answer was whole. */
  requestDuration: Histogram<'route'>;
  requestsInFlight: Gauge;
  /** Requests refused under /v1, by whose limit: a person's with a client, or an address's. */
  refusals: Counter<'limit'>;
  /** Seconds. */
  statementDuration: Histogram;
  statementFailures: Counter;
  /** Seconds, from when one was asked for until it was committed. */
  transactionDuration: Histogram;
  /** From now on it is asked, at each scrape, how busy the store is. */
  showStore(load: () => StoreLoad): void;
};

/** Seconds, from what the cache of a process answers to what makes people give up. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const statementBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

/** Adds what is known of any process: memory, processor, event loop, garbage collection. One of a process is enough. */
export const measureProcess = ({ registry }: Metrics): void => collectDefaultMetrics({ register: registry });

/** Makes them. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({ name: 'stardesk_build_info', help: 'Always 1.', labelNames: ['version'], registers }).set(
    { version: version() },
    1,
  );
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
    refusals: new Counter({
      name: 'stardesk_rate_limit_refusals_total',
      help: 'Requests under /v1 refused with 429, by whose limit it was: person or address.',
      labelNames: ['limit'],
      registers,
    }),
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

const version = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version as string;
