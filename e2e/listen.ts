import type { BrowserContext } from '@playwright/test';

/** What the browser says of every refusal: whether it is one that should be is for the test to say. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Every address that is asked for, and everything that goes wrong, in all windows: what the policy refuses among it.
 * `except`: what is said of no mistake.
 */
export function listen(context: BrowserContext, except?: RegExp): { addresses: string[]; complaints: string[] } {
  const addresses: string[] = [];
  const complaints: string[] = [];
  const complain = (text: string): void => {
    if (!refusal.test(text) && !except?.test(text)) complaints.push(text);
  };
  context.on('request', request => addresses.push(request.url()));
  context.on('weberror', problem => complain(problem.error().message));
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complain(message.text());
  });
  return { addresses, complaints };
}
