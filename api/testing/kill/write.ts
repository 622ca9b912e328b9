import type { Ask } from './desk.ts';
import type { Facts } from './facts.ts';

/** What becomes true by a write. */
type Outcome = (readonly [path: string, facts: Facts])[];

/** One write, and how to tell afterwards whether it was done. */
export type Write = {
  method: string;
  path: string;
  body?: object;
  /** Its Idempotency-Key. */
  key?: string;
  /** The word by which tickets are searched for that it made or wrote in. */
  word?: string;
  /** The addresses that it changes and that were known before it. */
  changes: readonly string[];
  /** What is true once it is done; the id is what a POST was answered, or what `find` found. */
  done(id: string): Outcome;
  /** Of a POST: the id of what it made, or null; throws when it made more than one. */
  find?(ask: Ask): Promise<string | null>;
};

/** The one id of a list that should hold one row at the most. */
export const onlyId = (rows: readonly Record<string, unknown>[]): string | null => {
  const ids = rows.map(({ id }) => String(id));
  if (ids.length > 1) throw new Error(`One POST made ${ids.length} things: ${ids.join(', ')}.`);
  return ids[0] ?? null;
};
