import type { Page, Request } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { createPng } from './pictures.ts';

/** An entry of the Layout Instability API, which TypeScript does not declare. */
type Shift = PerformanceEntry & { value: number };

declare global {
  interface Window {
    shifted: number;
  }
}

/** Sums up layout shifts on every page from now on, including shifts right after input. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifted = 0;
    const isShift = (entry: PerformanceEntry): entry is Shift => 'value' in entry;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (isShift(entry)) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Reads the sum after two frames, when the observer has run. */
const readShiftSum = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shifted), 50))),
      ),
  );

/** Returns the width of a text in the font of the page, in pixels. */
const measureText = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('The browser has no canvas');
    context.font = `14px ${getComputedStyle(document.body).fontFamily}`;
    return context.measureText('Nobody in the Lisbon office can sign in since the update').width;
  });

const articles = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');
const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link');

/** Path, lazy chunk, loading state and heading of lazily loaded pages. */
const lazyPages = [
  ['/gists', /\/assets\/later-.*\.js$/, 'Loading gists', 'Gists'],
  ['/drafts', /\/assets\/later-.*\.js$/, 'Loading drafts', 'Drafts'],
  ['/notifications?unread=true', /\/assets\/later-.*\.js$/, 'Loading notifications', 'Notifications'],
  ['/tickets/1039', /\/assets\/ticket-.*\.js$/, 'Loading details', /^Nobody in the Lisbon office/],
] as const;

/** Returns a function that waits for half a second without requests of a page. Ignores the page's stream of events. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let lastFinishedAt = 0;
  const finish = (request: Request): void => {
    open.delete(request);
    lastFinishedAt = performance.now();
  };
  page.on('request', request => /\/api\/events$/.test(request.url()) || open.add(request));
  page.on('requestfinished', finish);
  page.on('requestfailed', finish);
  return () => expect.poll(() => open.size === 0 && performance.now() - lastFinishedAt > 500).toBe(true);
}

test('The layout does not shift while a page loads', async ({ page }) => {
  await watchShifts(page);
  const waitUntilIdle = watchRequests(page);
  await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at');
  await page.route(/\/api\/.*/, async route => {
    // Delays requests so that each response is painted separately.
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 60))).catch(() => undefined);
    await route.continue().catch(() => undefined);
  });

  const session = Promise.withResolvers<void>();
  await page.route('**/session', async route => {
    await session.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('status', { name: 'Loading tickets' }), 'the first frame shows the desk').toBeVisible();
  session.resolve();
  await expect(rows(page).first()).toBeVisible();
  await waitUntilIdle();
  expect(await readShiftSum(page), 'the list').toBeLessThanOrEqual(0.01);

  // `waitUntilIdle` could return before the page has handled the click.
  const parts = [/\/tickets\/\d+$/, /\/messages\?/, /\/events\?ticket_id=/];
  const responses = Promise.all(parts.map(part => page.waitForResponse(part)));
  await rows(page).nth(2).click();
  await responses;
  await expect(articles(page).first()).toBeVisible();
  expect(await readShiftSum(page), 'a ticket next to the list').toBeLessThanOrEqual(0.01);

  await page.goto('/tickets/1039');
  await expect(articles(page).first()).toBeVisible();
  await waitUntilIdle();
  expect(await readShiftSum(page), 'a ticket opened by its URL').toBeLessThanOrEqual(0.01);

  await test.step('the customer panel loads beside a ticket', async () => {
    await page.keyboard.press('i');
    const customer = page.getByRole('region', { name: 'Customer', exact: true });
    await expect(customer.getByRole('region', { name: 'Other tickets' })).toHaveAttribute('aria-busy', 'false');
    await page.reload();
    await expect(customer.getByRole('region', { name: 'Other tickets' })).toHaveAttribute('aria-busy', 'false');
    await waitUntilIdle();
    expect(await readShiftSum(page)).toBeLessThanOrEqual(0.01);
    await page.keyboard.press('i');
  });

  await test.step('a lazily loaded page reserves its layout', async () => {
    // Turns off prefetching, which would keep the network busy for seconds.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    for (const [path, part, loading, heading] of lazyPages) {
      const code = Promise.withResolvers<void>();
      await page.route(part, async route => {
        await code.promise;
        await route.continue();
      });
      await page.goto(path);
      await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible();
      await expect(page.getByRole('status', { name: loading })).toBeVisible();
      code.resolve();
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await page.unroute(part);
      await waitUntilIdle();
      expect(await readShiftSum(page), path).toBeLessThanOrEqual(0.01);
    }
  });

  await test.step('Inter replaces the system font without a layout shift', async () => {
    const font = Promise.withResolvers<void>();
    await page.route(/\.woff2$/, async route => {
      await font.promise;
      await route.continue();
    });
    const hasInter = (): Promise<boolean> => page.evaluate(() => document.fonts.check('14px Inter'));
    await page.goto('/tickets/1039', { waitUntil: 'commit' });
    await expect(articles(page).first()).toBeVisible();
    expect(await hasInter(), 'the text is visible before its font').toBe(false);
    const systemWidth = await measureText(page);
    font.resolve();
    await expect.poll(hasInter).toBe(true);
    const width = await measureText(page);
    expect(width, 'the font has changed').not.toBe(systemWidth);
    expect(Math.abs(width / systemWidth - 1), 'texts are about as wide as before').toBeLessThan(0.03);
    expect(await readShiftSum(page), 'a ticket whose font arrives late').toBeLessThanOrEqual(0.01);
  });

  await test.step('a deliberate shift is detected', async () => {
    await page.evaluate(() => document.body.prepend(Object.assign(document.createElement('p'), { innerText: 'Jump' })));
    await expect.poll(() => readShiftSum(page)).toBeGreaterThan(0.01);
  });
});

test('The layout does not shift while thirty pictures of a thread load', async ({ page, api }) => {
  await watchShifts(page);
  await openSignedIn(page);
  const { id } = await api.createTicket({ subject: 'Thirty labels' });
  const sizes = Array.from({ length: 30 }, (_, index) => [100 + 60 * (index % 7), 80 + 90 * (index % 5)] as const);
  for (const [width, height] of sizes) {
    const { id: pictureId } = await api.uploadFile(`${width} × ${height}.png`, createPng(width, height));
    const text = `Above\n\n![inside](attachment:${pictureId})\n\nbelow`;
    const body = width % 120 === 100 ? 'Below' : text;
    await api.addMessage(id, { body, attachment_ids: [pictureId] });
  }
  const arrival = Promise.withResolvers<void>();
  await page.route('**/files/**', async route => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`/tickets/${id}`);
  await expect(articles(page)).toHaveCount(sizes.length);
  const images = articles(page).getByRole('img');
  const measureHeights = () => images.evaluateAll(all => all.map(image => image.getBoundingClientRect().height));
  const heights = await measureHeights();
  expect(Math.min(...heights)).toBeGreaterThan(0);
  arrival.resolve();
  for (let index = sizes.length - 1; index >= 0; index--) {
    await images.nth(index).scrollIntoViewIfNeeded();
    await expect(images.nth(index)).toHaveJSProperty('complete', true);
  }
  expect(await measureHeights()).toEqual(heights);
  expect(await readShiftSum(page)).toBeLessThanOrEqual(0.01);
});
