import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The clock of a server, which a test can move forward. */
type Clock = {
  /** The environment variables for the server. */
  env: Record<string, string>;
  advance(milliseconds: number): Promise<void>;
};

/** Creates a clock. A file in the folder contains its offset in milliseconds. */
export async function createClock(folder: string): Promise<Clock> {
  const file = join(folder, 'clock');
  let offset = 0;
  const advance = (milliseconds: number): Promise<void> => {
    offset += milliseconds;
    return writeFile(file, String(offset));
  };
  await advance(0);
  const env = { CLOCK_FILE: file, NODE_OPTIONS: `--import=${import.meta.resolve('./shifted-clock.ts')}` };
  return { env, advance };
}
