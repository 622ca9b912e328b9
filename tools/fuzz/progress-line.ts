import type { Coverage } from './coverage.ts';

/** A terminal or file stream. */
type Output = { isTTY?: boolean; write(text: string): unknown };

const everySeconds = { terminal: 1, file: 20 };

/** Prints the progress: one updated line on a terminal, else a new line every 20 s. */
export const createProgressLine = (output: Output, coverage: Coverage) => {
  let shown = 0;
  return {
    tell(seconds: number, found: number): void {
      if (seconds - shown < everySeconds[output.isTTY ? 'terminal' : 'file']) return;
      shown = seconds;
      const requests = coverage.requests();
      const line = `${Math.round(seconds)} s, ${requests} requests, ${Math.round(requests / seconds)}/s: ${coverage.classes()}; ${found} findings`;
      output.write(output.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
    },
    end(): void {
      if (output.isTTY) output.write('\n');
    },
  };
};
