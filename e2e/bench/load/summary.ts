import { percentile } from '../statistics.ts';
import type { Ended } from './agents.ts';

/** How a number of requests ended. */
export type Summary = {
  /** What was asked for was done, or had not changed. */
  answered: number;
  /** Refused with 429 or 503, and Retry-After. */
  shed: number;
  /** Anything else, and what got no answer, by status. */
  wrong: Record<number, number>;
  /** Milliseconds of what was answered. */
  p50: number;
  p99: number;
};

const done = new Set([200, 201, 304]);

const isShed = ({ status, retryAfter }: Ended): boolean => [429, 503].includes(status) && retryAfter !== undefined;

/** Counts how requests ended. */
export function summarise(ended: readonly Ended[]): Summary {
  const answered = ended.filter(({ status }) => done.has(status)).map(({ milliseconds }) => milliseconds);
  const shed = ended.filter(isShed).length;
  const wrong: Record<number, number> = {};
  for (const end of ended) {
    if (!done.has(end.status) && !isShed(end)) wrong[end.status] = (wrong[end.status] ?? 0) + 1;
  }
  return { answered: answered.length, shed, wrong, p50: percentile(answered, 0.5), p99: percentile(answered, 0.99) };
}
