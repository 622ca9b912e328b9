import type { Page } from '@playwright/test';

/** Hides changes by other people from a page until its own requests return them. */
export async function blockLiveUpdates(page: Page): Promise<void> {
  await page.route(/\/api\/events($|\?per_page=)/, () => undefined);
}
