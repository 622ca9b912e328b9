import { percentile } from '../statistics.ts';
import type { Ended } from './agents.ts';

/** How many requests ended in a way, and after how many milliseconds. */
export type Times = { count: number; p50: number; p99: number };

/** How a number of requests ended. */
export type Summary = {
  /** What was asked for was done, or had not changed. */
  answered: Times;
  /** Refused with 429 or 503, and Retry-After. */
  shed: Times;
  /** Refused so, and without it. */
  withoutRetryAfter: number;
  /** Anything else, and what got no answer, by status. */
  wrong: Record<number, number>;
};

const done = new Set([200, 201, 304]);
const refusals = new Set([429, 503]);

/** Whether what was asked for was done. */
export const isDone = ({ status }: Ended): boolean => done.has(status);

/** Counts how requests ended. */
export function summarise(ended: readonly Ended[]): Summary {
  const refused = ended.filter(({ status }) => refusals.has(status));
  const shed = refused.filter(({ retryAfter }) => retryAfter !== undefined);
  const wrong: Record<number, number> = {};
  for (const { status } of ended) {
    if (!done.has(status) && !refusals.has(status)) wrong[status] = (wrong[status] ?? 0) + 1;
  }
  return {
    answered: timesOf(ended.filter(isDone)),
    shed: timesOf(shed),
    withoutRetryAfter: refused.length - shed.length,
    wrong,
  };
}

function timesOf(ended: readonly Ended[]): Times {
  const milliseconds = ended.map(end => end.milliseconds);
  return { count: ended.length, p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
}

/** `0`, or how many of which status; status 0 is no answer at all. */
export const wrongWords = (wrong: Summary['wrong']): string =>
  Object.entries(wrong)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || '0';
