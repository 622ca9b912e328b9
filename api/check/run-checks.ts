import { sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { Progress } from '../progress.ts';
import type { Check, Finding } from './check.ts';

/** Of one check: a store that has lost a table would fill the memory. */
const mostFindings = 100;

/** A finding with the check that has it. */
type Found = Finding & { check: string };

/** How many findings there are in all, and what they are, at most a hundred of each check. */
export type Report = { count: number; findings: Found[] };

/** Rows of a page; whom to tell how far it is. */
type Options = { pageSize?: number; onProgress?: (progress: Progress) => void };

/** Runs the checks of an engine one after the other, beside whatever uses the store. */
export const runChecks = async (
  database: Database,
  all: readonly Check[],
  { pageSize = 500, onProgress = () => {} }: Options = {},
): Promise<Report> => {
  const checks = all.filter(({ only = database.engine }) => only === database.engine);
  const total = 1 + (await database.snapshot(queries => countRows(queries, checks)));
  let done = 0;
  const step = (rows: number) => {
    done = Math.min(done + rows, total - 1);
    onProgress({ done, total });
  };
  step(0);
  const report: Report = { count: 0, findings: [] };
  for (const check of checks) {
    let count = 0;
    for await (const findings of lookOrTell(check, database, { pageSize, step })) {
      const kept = findings.slice(0, Math.max(0, mostFindings - count));
      report.findings.push(...kept.map(finding => ({ check: check.name, ...finding })));
      count += findings.length;
    }
    report.count += count;
  }
  onProgress({ done: total, total });
  return report;
};

/** A row that cannot even be read, or a damaged file, is a finding too, and the checks after it go on. */
async function* lookOrTell(check: Check, ...how: Parameters<Check['look']>): AsyncGenerator<Finding[]> {
  try {
    yield* check.look(...how);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    yield [{ table: check.table ?? '', id: '', sentence: `This could not be looked at to the end: ${why}` }];
  }
}

/** How many rows there are to look at; a row is looked at by each check of its table, by some more than once. */
const countRows = async (queries: Queries, checks: readonly Check[]): Promise<number> => {
  const looks = checks.flatMap(({ table, passes = 1 }) => (table === undefined ? [] : [{ table, passes }]));
  let sum = 0;
  for (const [table, all = []] of Map.groupBy(looks, ({ table }) => table)) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(queries);
    for (const { passes } of all) sum += passes * (rows[0]?.rows ?? 0);
  }
  return sum;
};
