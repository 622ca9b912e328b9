import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import { findStoreOutage } from '../database/outage.ts';
import type { Progress } from '../progress.ts';
import type { Check, CheckFinding } from './check.ts';

/** The maximum number of findings per check. A store that lost many rows could otherwise exhaust the memory. */
const maxFindings = 100;

type NamedFinding = CheckFinding & { check: string };

/** The result of all checks. `count` counts all findings; `findings` has at most 100 of each check. */
export type CheckReport = { rules: number; count: number; findings: NamedFinding[] };

type Options = { pageSize?: number; onProgress?: (progress: Progress) => void };

/** Runs the checks for the engine of the database, one after another. The desk can be in use meanwhile. */
export const runChecks = async (
  database: Database,
  all: readonly Check[],
  { pageSize = 500, onProgress = () => {} }: Options = {},
): Promise<CheckReport> => {
  const checks = all.filter(({ only = database.engine }) => only === database.engine);
  const total = 1 + (await database.snapshot(queries => countRows(queries, checks)));
  let done = 0;
  const step = (rows: number) => {
    done = Math.min(done + rows, total - 1);
    onProgress({ done, total });
  };
  step(0);
  const report: CheckReport = { rules: new Set(checks.map(({ rule }) => rule)).size, count: 0, findings: [] };
  for (const check of checks) {
    let count = 0;
    for await (const findings of runCheck(check, database, { pageSize, step })) {
      const reported = findings.slice(0, Math.max(0, maxFindings - count));
      report.findings.push(...reported.map(finding => ({ check: check.name, ...finding })));
      count += findings.length;
    }
    report.count += count;
  }
  onProgress({ done: total, total });
  return report;
};

/** Matches errors of a store that does not respond. They say nothing about its data. */
const isUnreachable = (error: unknown): boolean =>
  ['unavailable', 'slow', 'busy'].some(outage => outage === findStoreOutage(error));

/**
 * Runs one check. A malformed row or a damaged file becomes a finding, so that later checks still run.
 * @throws the error of a store that does not respond
 */
async function* runCheck(check: Check, ...args: Parameters<Check['run']>): AsyncGenerator<CheckFinding[]> {
  try {
    yield* check.run(...args);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    yield [{ table: check.table ?? '', id: '', sentence: `The check failed: ${why}` }];
  }
}

/** Counts the rows to read. Some checks read the rows of their table more than once. */
const countRows = async (queries: Queries, checks: readonly Check[]): Promise<number> => {
  const reads = checks.flatMap(({ table, passes = 1 }) => (table === undefined ? [] : [{ table, passes }]));
  let total = 0;
  for (const [table, all = []] of Map.groupBy(reads, ({ table }) => table)) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(queries);
    for (const { passes } of all) total += passes * (rows[0]?.rows ?? 0);
  }
  return total;
};
