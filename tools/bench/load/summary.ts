import { percentile } from '../statistics.ts';
import type { RequestResult } from './clients.ts';

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
  /** All other responses by status; 0 means no response. */
  failed: Record<number, number>;
};

const successes = new Set([200, 201, 304]);
const shedStatuses = new Set([429, 503]);

export const isSuccessfulResult = ({ status }: RequestResult): boolean => successes.has(status);

export function summarize(results: readonly RequestResult[]): Summary {
  const rejected = results.filter(({ status }) => shedStatuses.has(status));
  const shed = rejected.filter(({ retryAfter }) => retryAfter !== undefined);
  const failed: Record<number, number> = {};
  for (const { status } of results) {
    if (!successes.has(status) && !shedStatuses.has(status)) failed[status] = (failed[status] ?? 0) + 1;
  }
  return {
    answered: computeTimes(results.filter(isSuccessfulResult)),
    shed: computeTimes(shed),
    withoutRetryAfter: rejected.length - shed.length,
    failed,
  };
}

function computeTimes(results: readonly RequestResult[]): Times {
  const milliseconds = results.map(result => result.milliseconds);
  return { count: results.length, p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
}

/** Formats the failures by status; `0` without failures. Status 0 stands for no response. */
export const formatFailures = (failed: Summary['failed']): string =>
  Object.entries(failed)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || '0';
