/** An executed statement. Its text contains placeholders instead of values. */
type Statement = {
  sql: string;
  seconds: number;
  /** The error of a failed statement. Retryable failures, and the consequences of a failure, are not reported. */
  failure?: unknown;
};

/** Observes statements and transactions, within the async context of the request that runs them. */
export type StoreObserver = {
  onStatement(statement: Statement): void;
  /** The time includes waiting for the connection and the commit. */
  onTransaction(seconds: number): void;
};

export const noStoreObserver: StoreObserver = { onStatement: () => undefined, onTransaction: () => undefined };

/** Reports the duration of a transaction. */
export const timeTransaction = async <T>({ onTransaction }: StoreObserver, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  try {
    return await work();
  } finally {
    onTransaction((performance.now() - start) / 1000);
  }
};
