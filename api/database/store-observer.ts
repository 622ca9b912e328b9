/** An executed statement. Its text contains no values, which are parameters. */
type Statement = {
  sql: string;
  seconds: number;
  /** The error of a failed statement. Retryable errors, and errors that follow from an earlier one, are omitted. */
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
