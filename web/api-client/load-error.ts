/** The error of a query, and a function that repeats the request. */
export type LoadError = { error: Error; retry: () => void };

type QueryResult = { data: unknown; error: Error | null; refetch: () => unknown };

/** Returns the error of a query without data; null while it loads or has data. */
export const getLoadError = ({ data, error, refetch }: QueryResult): LoadError | null =>
  error && data === undefined ? { error, retry: () => void refetch() } : null;
