import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs work that writes a report to a temporary file, and reads the report.
 * @template Result
 * @param {(path: string) => Promise<Result>} work
 * @returns {Promise<{ result: Result, report: string | undefined }>} report: undefined if no report was written
 */
export async function withReportFile(work) {
  const folder = mkdtempSync(join(tmpdir(), 'stardesk-test-'));
  const path = join(folder, 'report.json');
  try {
    const result = await work(path);
    return { result, report: existsSync(path) ? readFileSync(path, 'utf8') : undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
