import type { Logger } from 'pino';
import type { StoreObserver } from './database/store-observer.ts';
import type { Metrics } from './metrics.ts';

/** Slower statements are logged. With a million tickets, a page of tickets takes 2 ms. */
const slowSeconds = 0.5;

/** Counts and times statements. Logs slow and failed statements without their parameters. */
export const createStoreObserver = (
  { observeStatement, statementFailures, observeTransaction }: Metrics,
  log: Logger,
): StoreObserver => ({
  onStatement({ sql, seconds, failure }) {
    observeStatement(seconds);
    if (failure !== undefined) {
      statementFailures.inc();
      log.warn({ err: failure, sql, seconds }, 'SQL statement failed');
    } else if (seconds >= slowSeconds) log.warn({ sql, seconds }, 'slow SQL statement');
  },
  onTransaction: observeTransaction,
});
