import type { ExpectedResponse } from './expected-responses.ts';
import type { SendToDesk } from './test-desk.ts';

/** The expected responses after a write. */
export type ExpectedChanges = (readonly [path: string, expected: ExpectedResponse])[];

/** One write, and how to find out whether it was applied. */
export type Write = {
  method: string;
  path: string;
  body?: object;
  /** The Idempotency-Key. */
  key?: string;
  /** A word that finds the written ticket in a search. */
  word?: string;
  /** The paths that the write changes, except the new path of a POST. */
  changes: readonly string[];
  /** The expected responses once applied. `id` comes from the response of a POST or from `find`. */
  getExpectedAfter(id: string): ExpectedChanges;
  /** For a POST: finds the id of the created resource, or null. Throws if there are several. */
  find?(send: SendToDesk): Promise<string | null>;
};

/** Returns the id of the only row, or null without rows. @throws Error for several rows */
export const getOnlyId = (rows: readonly Record<string, unknown>[]): string | null => {
  const ids = rows.map(({ id }) => String(id));
  if (ids.length > 1) throw new Error(`One POST created ${ids.length} resources: ${ids.join(', ')}.`);
  return ids[0] ?? null;
};
