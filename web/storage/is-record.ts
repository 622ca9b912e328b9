/** Returns true for objects, including arrays. For parsing stored values and messages. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
