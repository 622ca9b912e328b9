/**
 * @typedef {{ write(text: string): unknown, isTTY?: boolean }} Screen
 */

/**
 * Prints "label … 4.0 s" for some work. In a terminal, the seconds count up while the work runs.
 * @template Result
 * @param {string} label
 * @param {() => Promise<Result>} work
 * @param {{ remark?: (result: Result) => string, screen?: Screen }} [options] remark: text to add to the line when the
 * work is done
 * @returns {Promise<Result>} the result of the work
 */
export async function showElapsed(label, work, { remark = () => '', screen = process.stdout } = {}) {
  const startedAt = performance.now();
  const seconds = () => formatSeconds(performance.now() - startedAt);
  screen.write(`${label} … `);
  const timer = screen.isTTY ? setInterval(() => screen.write(`\r${label} … ${seconds()}`), 1000) : undefined;
  let suffix = '';
  try {
    const result = await work();
    suffix = remark(result);
    return result;
  } finally {
    clearInterval(timer);
    screen.write(`${screen.isTTY ? `\r${label} … ` : ''}${seconds()}${suffix}\n`);
  }
}

/**
 * @param {number} milliseconds
 * @returns {string} for example "0.4 s" or "12 s"
 */
export function formatSeconds(milliseconds) {
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
