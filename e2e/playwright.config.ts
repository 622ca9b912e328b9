import { defineConfig, devices } from '@playwright/test';
import { chromium, findShell } from './headless-shell.ts';

/** What a browser of a test has no use for; a sandbox cannot be had by root, as in most containers. */
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
  // A third of a journey is waiting. Each of them has a desk of its own.
  workers: 4,
  timeout: 120_000,
  // What is there at once on a machine that does nothing else takes seconds on a busy one.
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { args, ...(chromium && { executablePath: findShell(chromium) ?? chromium }) },
  },
});
