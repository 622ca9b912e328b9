import { formatSeconds } from './elapsed.mjs';

/** @typedef {{ file: string, milliseconds: number }} Duration the total duration of the tests of a file */

const shownFiles = 10;

/**
 * @param {string | undefined} text the output of count-tests.mjs
 * @returns {Duration[]}
 */
export function readNodeDurations(text) {
  return text ? JSON.parse(text).durations : [];
}

/**
 * @param {string | undefined} text the report of Playwright's json reporter
 * @returns {Duration[]}
 */
export function readPlaywrightDurations(text) {
  if (!text) return [];
  const { config, suites } = JSON.parse(text);
  return suites.map((/** @type {PlaywrightSuite} */ suite) => ({
    file: `${config.rootDir}/${suite.file}`,
    milliseconds: sumResults(suite),
  }));
}

/**
 * @typedef {{ file: string, suites?: PlaywrightSuite[], specs: { tests: { results: { duration: number }[] }[] }[] }}
 * PlaywrightSuite
 * @param {PlaywrightSuite} suite
 * @returns {number}
 */
function sumResults({ suites = [], specs }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap(test => test.results));
  return [...results.map(({ duration }) => duration), ...suites.map(sumResults)].reduce((sum, each) => sum + each, 0);
}

/**
 * Lists the ten slowest test files, slowest first, one per line.
 * @param {Duration[]} durations
 * @param {string} folder base of the file names shown
 */
export function formatSlowest(durations, folder) {
  const slowest = durations.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, shownFiles);
  return slowest.map(({ file, milliseconds }) => {
    const name = file.startsWith(folder) ? file.slice(folder.length) : file;
    return `${formatSeconds(milliseconds).padStart(6)}  ${name}`;
  });
}
