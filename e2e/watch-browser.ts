import type { BrowserContext } from '@playwright/test';

/** The browser's message for every 4xx response. It is never a problem, since tests check statuses themselves. */
const clientError = /^Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Collects the URLs of all requests, and all errors and warnings such as CSP violations. Ignores errors about 4xx.
 * @param except other messages to ignore
 */
export function watchBrowser(context: BrowserContext, except?: RegExp): { requestUrls: string[]; problems: string[] } {
  const requestUrls: string[] = [];
  const problems: string[] = [];
  const collect = (text: string): void => {
    if (!clientError.test(text) && !except?.test(text)) problems.push(text);
  };
  context.on('request', request => requestUrls.push(request.url()));
  context.on('weberror', problem => collect(problem.error().message));
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) collect(message.text());
  });
  return { requestUrls, problems };
}
