import { existsSync } from 'node:fs';

/** The browser for the journeys. */
export const chromium = process.env['CHROMIUM_PATH'];

/**
 * Finds the headless shell next to a browser, as Debian installs it. It renders pages alike but draws no browser window.
 */
export function findShell(browser: string): string | undefined {
  const shell = `${browser}-headless-shell`;
  return existsSync(shell) ? shell : undefined;
}
