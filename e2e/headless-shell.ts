import { existsSync } from 'node:fs';

/** The browser to test with, as whoever starts the journeys names it. */
export const chromium = process.env['CHROMIUM_PATH'];

/**
 * The same browser without its own window, where one stands beside it, as Debian has it: pages are as they are, and no
 * tabs and buttons are painted around them that nobody sees.
 */
export function findShell(browser: string): string | undefined {
  const shell = `${browser}-headless-shell`;
  return existsSync(shell) ? shell : undefined;
}
