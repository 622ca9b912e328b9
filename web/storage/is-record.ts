/** Returns true for objects: for parsing values from storage or messages. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
