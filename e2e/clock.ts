import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Slightly less than the lifetime of an access token, in milliseconds. */
export const untilRefreshMilliseconds = 595_000;

/** The clock of a server, which a test can move forward. */
export type Clock = {
  /** The environment variables for the server. */
  env: Record<string, string>;
  advance(milliseconds: number): Promise<void>;
  /** Sets the clock back to the real time. */
  reset(): Promise<void>;
};

/** Creates a clock, with its offset in a file in the folder. */
export async function createClock(folder: string): Promise<Clock> {
  const file = join(folder, 'clock');
  let offset = 0;
  const set = (milliseconds: number): Promise<void> => {
    offset = milliseconds;
    return writeFile(file, String(offset));
  };
  const advance = (milliseconds: number): Promise<void> => set(offset + milliseconds);
  const reset = (): Promise<void> => set(0);
  await reset();
  return {
    env: { CLOCK_FILE: file, NODE_OPTIONS: `--import=${import.meta.resolve('./shifted-clock.ts')}` },
    advance,
    reset,
  };
}
