import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

/** A shift of what stays on the page, as the browser tells of it (Layout Instability API); TypeScript does not know it. */
type Shift = PerformanceEntry & { value: number };

declare global {
  interface Window {
    shifted: number;
  }
}

/** Adds up, in every page from now on, how much of it jumps: also right after an input. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    window.shifted = 0;
    const isShift = (entry: PerformanceEntry): entry is Shift => 'value' in entry;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (isShift(entry)) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** When the page has been painted twice, the observer has been told. */
const readShifted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shifted), 50))),
      ),
  );

const articles = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');
const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link');

/** A room's address, the code it waits for, how it waits, and its heading. */
const roomsOnDemand = [
  ['/gists', /\/assets\/gists-.*\.js$/, 'Loading gists', 'Gists'],
  ['/drafts', /\/assets\/drafts-page-.*\.js$/, 'Loading drafts', 'Drafts'],
  ['/tickets/1039', /\/assets\/ticket-.*\.js$/, 'Loading details', /^Nobody in the Lisbon office/],
] as const;

test('Nothing jumps while a page arrives piece by piece', async ({ page }) => {
  await watch(page);
  await signIn(page, '/tickets?state=open&sort=-priority,created_at');
  await page.route(/\/api\/.*/, async route => {
    // Each answer comes after one more frame than the one before.
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 60))).catch(() => undefined);
    await route.continue().catch(() => undefined);
  });

  const session = Promise.withResolvers<void>();
  await page.route('**/session', async route => {
    await session.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('status', { name: 'Loading tickets' }), 'the first frame is the desk').toBeVisible();
  session.resolve();
  await expect(rows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await readShifted(page), 'the list').toBeLessThanOrEqual(0.01);

  // The page was idle before: its load state says nothing about what a click reads.
  const parts = [/\/tickets\/\d+$/, /\/messages\?/, /\/events\?ticket_id=/];
  const read = Promise.all(parts.map(part => page.waitForResponse(part)));
  await rows(page).nth(2).click();
  await read;
  await expect(articles(page).first()).toBeVisible();
  expect(await readShifted(page), 'a ticket beside it').toBeLessThanOrEqual(0.01);

  await page.goto('/tickets/1039');
  await expect(articles(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await readShifted(page), 'a ticket that is opened by its address').toBeLessThanOrEqual(0.01);

  await test.step('a room whose code is not there yet has the places of what comes', async () => {
    // Reading ahead would keep the network busy for seconds.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    for (const [path, part, waits, comes] of roomsOnDemand) {
      const code = Promise.withResolvers<void>();
      await page.route(part, async route => {
        await code.promise;
        await route.continue();
      });
      await page.goto(path);
      await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible();
      await expect(page.getByRole('status', { name: waits })).toBeVisible();
      code.resolve();
      await expect(page.getByRole('heading', { name: comes, level: 1 })).toBeVisible();
      await page.unroute(part);
      await page.waitForLoadState('networkidle');
      expect(await readShifted(page), path).toBeLessThanOrEqual(0.01);
    }
  });

  await test.step('and a jump would be seen', async () => {
    await page.evaluate(() => document.body.prepend(Object.assign(document.createElement('p'), { innerText: 'Jump' })));
    await expect.poll(() => readShifted(page)).toBeGreaterThan(0.01);
  });
});
