import type { BrowserContext } from '@playwright/test';

/**
 * Every address that is asked for, and everything that goes wrong, in all windows: what the policy refuses among it.
 * `except`: what is said of no mistake.
 */
export function listen(context: BrowserContext, except?: RegExp): { addresses: string[]; complaints: string[] } {
  const addresses: string[] = [];
  const complaints: string[] = [];
  context.on('request', request => addresses.push(request.url()));
  context.on('weberror', problem => complaints.push(problem.error().message));
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type()) && !except?.test(message.text())) complaints.push(message.text());
  });
  return { addresses, complaints };
}
