/** How far long work is. */
export type Progress = { done: number; total: number };

const barWidth = 24;
const grouped = new Intl.NumberFormat('en');

/** Seconds as people say them: `8 s`, `2 min 5 s`. */
export const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

/** How far it is: a count of `things`, the rate and the time left, as seen after `seconds`. */
export function describeProgress({ done, total }: Progress, things: string, seconds: number): string {
  const count = `${grouped.format(done)} of ${grouped.format(total)} ${things}`;
  if (done === 0) return count;
  const perSecond = done / Math.max(seconds, 0.001);
  const left = duration((total - done) / perSecond);
  return `${count}, ${describeRate(perSecond)}, ${left} left`;
}

/** By the minute what takes more than a second each. */
const describeRate = (perSecond: number): string =>
  perSecond >= 1 ? `${grouped.format(Math.round(perSecond))}/s` : `${grouped.format(Math.round(perSecond * 60))}/min`;

/** Where progress is shown: the part of a terminal's or file's stream that is needed. */
export type ProgressOutput = { isTTY?: boolean; write(text: string): unknown };

/** Shows progress as a bar that is redrawn on a terminal, elsewhere as a line for each tenth of the way. */
export function progressReporter(output: ProgressOutput, things: string, elapsedSeconds: () => number) {
  let shownTenths = 0;
  return (progress: Progress): void => {
    const share = progress.done / progress.total;
    const text = describeProgress(progress, things, elapsedSeconds());
    if (output.isTTY) {
      const filled = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░');
      output.write(`\r${filled} ${text}\u001b[K${share === 1 ? '\n' : ''}`);
    } else if (Math.floor(share * 10) > shownTenths) {
      shownTenths = Math.floor(share * 10);
      output.write(`${text}\n`);
    }
  };
}
