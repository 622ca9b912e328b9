import { percentile } from '../statistics.ts';
import type { Ended } from './agents.ts';

/** A number of requests, and percentiles of their milliseconds. */
export type Times = { count: number; p50: number; p99: number };

/** The results of many requests. */
export type Summary = {
  /** Success, or 304. */
  answered: Times;
  /** 429 or 503 with Retry-After. */
  shed: Times;
  /** 429 or 503 without Retry-After. */
  withoutRetryAfter: number;
  /** All others by status; 0 stands for no response. */
  wrong: Record<number, number>;
};

const successes = new Set([200, 201, 304]);
const shedStatuses = new Set([429, 503]);

export const isDone = ({ status }: Ended): boolean => successes.has(status);

/** Summarises the results of requests. */
export function summarise(ended: readonly Ended[]): Summary {
  const rejected = ended.filter(({ status }) => shedStatuses.has(status));
  const shed = rejected.filter(({ retryAfter }) => retryAfter !== undefined);
  const wrong: Record<number, number> = {};
  for (const { status } of ended) {
    if (!successes.has(status) && !shedStatuses.has(status)) wrong[status] = (wrong[status] ?? 0) + 1;
  }
  return {
    answered: computeTimes(ended.filter(isDone)),
    shed: computeTimes(shed),
    withoutRetryAfter: rejected.length - shed.length,
    wrong,
  };
}

function computeTimes(ended: readonly Ended[]): Times {
  const milliseconds = ended.map(end => end.milliseconds);
  return { count: ended.length, p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
}

/** Formats the failures by status; `0` if there are none. Status 0 stands for no response. */
export const wrongWords = (wrong: Summary['wrong']): string =>
  Object.entries(wrong)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || '0';
