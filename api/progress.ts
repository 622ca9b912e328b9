/** The progress of a long operation. */
export type Progress = { done: number; total: number };

const barWidth = 24;
const numberFormat = new Intl.NumberFormat('en');

/** Formats a duration, rounded up: `8 s`, `2 min 5 s`. */
export const formatSeconds = (seconds: number): string => {
  const wholeSeconds = Math.ceil(seconds);
  return wholeSeconds < 60 ? `${wholeSeconds} s` : `${Math.floor(wholeSeconds / 60)} min ${wholeSeconds % 60} s`;
};

/**
 * Formats progress after `seconds`: the number of `items`, the rate and the time left. Before the first item, formats
 * only the number.
 */
export function describeProgress({ done, total }: Progress, items: string, seconds: number): string {
  const count = `${numberFormat.format(done)} of ${numberFormat.format(total)} ${items}`;
  if (done === 0) return count;
  const perSecond = done / Math.max(seconds, 0.001);
  const timeLeft = formatSeconds((total - done) / perSecond);
  return `${count}, ${describeRate(perSecond)}, ${timeLeft} left`;
}

/** Formats a rate per second, or per minute if slower than one per second. */
const describeRate = (perSecond: number): string =>
  perSecond >= 1
    ? `${numberFormat.format(Math.round(perSecond))}/s`
    : `${numberFormat.format(Math.round(perSecond * 60))}/min`;

/** The part of an output stream that progress needs. */
export type ProgressOutput = { isTTY?: boolean; write(text: string): unknown };

/** Shows a bar on a terminal; otherwise writes a line for each 10%. */
export function createProgressReporter(output: ProgressOutput, items: string, elapsedSeconds: () => number) {
  let shownTenths = 0;
  return (progress: Progress): void => {
    const share = progress.done / progress.total;
    const text = describeProgress(progress, items, elapsedSeconds());
    if (output.isTTY) {
      const filled = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░');
      output.write(`\r${filled} ${text}\u001b[K${share === 1 ? '\n' : ''}`);
    } else if (Math.floor(share * 10) > shownTenths) {
      shownTenths = Math.floor(share * 10);
      output.write(`${text}\n`);
    }
  };
}
