import { existsSync } from 'node:fs';

/** The path of an installed browser for the journeys; undefined for Playwright's own browser. */
export const chromiumPath = process.env['CHROMIUM_PATH'];

/**
 * Finds the headless shell that Debian installs next to a browser. It renders the same pages without a browser window.
 * @returns its path, or undefined without one
 */
export function findShell(browserPath: string): string | undefined {
  const shell = `${browserPath}-headless-shell`;
  return existsSync(shell) ? shell : undefined;
}
