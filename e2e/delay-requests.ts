import type { Page } from '@playwright/test';

/** Delays a page's requests with this method and URL. @returns a function that releases the requests */
export async function delayRequests(page: Page, method: string, url: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(url, async route => {
    if (route.request().method() === method) await released.promise;
    await route.fallback();
  });
  return released.resolve;
}
