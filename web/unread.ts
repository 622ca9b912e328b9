/** A failed query and its retry. */
export type Unread = { error: Error; retry: () => void };

type QueryResult = { data: unknown; error: Error | null; refetch: () => unknown };

/** Returns the error of a query without data; null while it loads and if it has older data. */
export const unreadOf = ({ data, error, refetch }: QueryResult): Unread | null =>
  error && data === undefined ? { error, retry: () => void refetch() } : null;
