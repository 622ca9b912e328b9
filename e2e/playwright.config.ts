import { defineConfig, devices } from '@playwright/test';
import { chromiumPath, findShell } from './headless-shell.ts';

/** Disables features that tests do not need. Root, as in most containers, cannot use the sandbox. */
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'results',
  reporter: 'line',
  // Three workers keep two processors busy, because journeys spend a third of their time waiting. With four workers, a
  // colleague's change took more than ten seconds to appear.
  workers: 3,
  timeout: 120_000,
  // An action that is usually instant may take seconds on a busy machine.
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(chromiumPath && { executablePath: findShell(chromiumPath) ?? chromiumPath }) },
  },
});
