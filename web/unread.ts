/** Why something could not be read, and the way to read it again. */
export type Unread = { error: Error; retry: () => void };

type Reading = { data: unknown; error: Error | null; refetch: () => unknown };

/** Of something that is read: why there is nothing of it. Null while it may still come, and where there is an older answer. */
export const unreadOf = ({ data, error, refetch }: Reading): Unread | null =>
  error && data === undefined ? { error, retry: () => void refetch() } : null;
