/**
 * @typedef {{ write(text: string): unknown, isTTY?: boolean }} Screen
 */

/**
 * Shows one line, "label … 4 s", while some work is under way; in a terminal the seconds count.
 * @template Result
 * @param {string} label
 * @param {() => Promise<Result>} work
 * @param {{ remark?: (result: Result) => string, screen?: Screen }} [options]
 *   remark: what to add to the line once the work is done
 * @returns {Promise<Result>} what the work returns
 */
export async function showElapsed(label, work, { remark = () => '', screen = process.stdout } = {}) {
  const started = performance.now();
  const seconds = () => formatSeconds(performance.now() - started);
  screen.write(`${label} … `);
  const ticking = screen.isTTY ? setInterval(() => screen.write(`\r${label} … ${seconds()}`), 1000) : undefined;
  let ending = '';
  try {
    const result = await work();
    ending = remark(result);
    return result;
  } finally {
    clearInterval(ticking);
    screen.write(`${screen.isTTY ? `\r${label} … ` : ''}${seconds()}${ending}\n`);
  }
}

/**
 * @param {number} milliseconds
 * @returns {string} such as "0.4 s" and "12 s"
 */
export function formatSeconds(milliseconds) {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
