/**
 * Shows one line, "label … 4 s", while some work is under way; in a terminal the seconds count.
 * @template Result
 * @param {string} label
 * @param {() => Promise<Result>} work
 * @param {{ write(text: string): unknown, isTTY?: boolean }} [screen]
 * @returns {Promise<Result>} what the work returns
 */
export async function showElapsed(label, work, screen = process.stdout) {
  const started = performance.now();
  const seconds = () => formatSeconds(performance.now() - started);
  screen.write(`${label} … `);
  const ticking = screen.isTTY ? setInterval(() => screen.write(`\r${label} … ${seconds()}`), 1000) : undefined;
  try {
    return await work();
  } finally {
    clearInterval(ticking);
    screen.write(screen.isTTY ? `\r${label} … ${seconds()}\n` : `${seconds()}\n`);
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
