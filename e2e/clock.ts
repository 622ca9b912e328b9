import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As long as an access token is good for, but a little, in milliseconds. */
export const almostTenMinutes = 595_000;

/** The clock of a server, which a test moves ahead while it runs. */
export type Clock = {
  /** For the server's environment. */
  env: Record<string, string>;
  moveBy(milliseconds: number): Promise<void>;
  /** Tells the time again. */
  reset(): Promise<void>;
};

/** A clock that tells the time; how far it is ahead is kept in the folder. */
export async function createClock(folder: string): Promise<Clock> {
  const file = join(folder, 'clock');
  let ahead = 0;
  const set = (milliseconds: number): Promise<void> => {
    ahead = milliseconds;
    return writeFile(file, String(ahead));
  };
  const moveBy = (milliseconds: number): Promise<void> => set(ahead + milliseconds);
  const reset = (): Promise<void> => set(0);
  await reset();
  return {
    env: { CLOCK_FILE: file, NODE_OPTIONS: `--import=${import.meta.resolve('./moved-clock.ts')}` },
    moveBy,
    reset,
  };
}
