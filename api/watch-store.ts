import type { Logger } from 'pino';
import type { StoreWatch } from './database/watch.ts';
import type { Metrics } from './metrics.ts';

/** From here on a statement is worth a line: a list of a million tickets takes 2 ms. */
const slowSeconds = 0.5;

/** Counts and times what the store does, and logs what is slow or fails: its text, and none of its values. */
export const watchStore = (
  { statementDuration, statementFailures, transactionDuration }: Metrics,
  log: Logger,
): StoreWatch => ({
  statement({ sql, seconds, failure }) {
    statementDuration.observe(seconds);
    if (failure !== undefined) {
      statementFailures.inc();
      log.warn({ err: failure, sql, seconds }, 'a statement failed');
    } else if (seconds >= slowSeconds) log.warn({ sql, seconds }, 'a statement was slow');
  },
  transaction: seconds => transactionDuration.observe(seconds),
});
