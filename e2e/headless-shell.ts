import { existsSync } from 'node:fs';

/** Path of the browser that runs the journeys; undefined for Playwright's own browser. */
export const chromium = process.env['CHROMIUM_PATH'];

/**
 * Finds the headless shell that Debian installs next to a browser. It renders the same pages without a browser window.
 */
export function findShell(browser: string): string | undefined {
  const shell = `${browser}-headless-shell`;
  return existsSync(shell) ? shell : undefined;
}
