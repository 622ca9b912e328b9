/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** Counts of a run that exited without a report: one failure. */
const noReport = { passed: 0, failed: 1, skipped: 0 };

/**
 * @param {string | undefined} text the output of count-tests.mjs
 * @returns {Counts}
 */
export function readNodeCounts(text) {
  if (!text) return noReport;
  const { passed, failed, cancelled, skipped, todo } = JSON.parse(text);
  return { passed, failed: failed + cancelled, skipped: skipped + todo };
}

/**
 * @param {string | undefined} text the output of count-tests.mjs
 * @returns {string[]} why tests were skipped
 */
export function readSkipReasons(text) {
  return text ? JSON.parse(text).skipReasons : [];
}

/**
 * @param {string | undefined} text the report of Playwright's json reporter
 * @returns {Counts} a test that passed only on a retry counts as failed
 */
export function readPlaywrightCounts(text) {
  if (!text) return noReport;
  const { stats, errors } = JSON.parse(text);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * @param {Counts[]} counts
 * @returns {Counts}
 */
export function addCounts(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** @param {Counts} counts */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
