import type { Page } from '@playwright/test';

/** Holds back a page's requests of a method for an address. Resolves to the function that lets them go. */
export async function holdBack(page: Page, method: string, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(address, async route => {
    if (route.request().method() === method) await released.promise;
    await route.fallback();
  });
  return released.resolve;
}
