/** True of what has named members: to look into what a browser's storage or a message from elsewhere holds. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
