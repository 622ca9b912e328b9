/** A statement that was run. Its text holds no value: those are its parameters. */
type Statement = {
  sql: string;
  seconds: number;
  /** Why it failed; what is tried again by itself is no failure. */
  failure?: unknown;
};

/** Is told what the store does, as it happens and on behalf of whom it happens. */
export type StoreWatch = {
  statement(statement: Statement): void;
  /** From when it was asked for: its turn and its commit belong to it. */
  transaction(seconds: number): void;
};

/** Where nobody looks. */
export const unwatched: StoreWatch = { statement: () => undefined, transaction: () => undefined };

/** Tells how long a transaction took. */
export const timeTransaction = async <T>({ transaction }: StoreWatch, work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  try {
    return await work();
  } finally {
    transaction((performance.now() - began) / 1000);
  }
};
