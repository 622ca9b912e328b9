import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link');
const getId = async (page: Page, index: number) => (await rows(page).nth(index).getAttribute('data-row')) ?? '';

/** Collects requests for tickets and their threads, as `id` and `id/messages`. */
function collectRequests(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', request => {
    const [, resource] = /\/api\/tickets\/(\d+(?:\/messages)?)(?:\?|$)/.exec(request.url()) ?? [];
    if (resource !== undefined) requested.push(resource);
  });
  return requested;
}

test('A ticket opens from the cache', async ({ page }) => {
  const loaded = page.waitForResponse(/\/assets\/ticket-.*\.js/);
  await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at');
  await expect(rows(page).first()).toBeVisible();
  await test.step('preloads the code of the ticket page', () => loaded);
  const [first, second, third] = [await getId(page, 0), await getId(page, 1), await getId(page, 2)];
  const requested = collectRequests(page);

  await test.step('prefetches a ticket on hover', async () => {
    await rows(page).first().hover();
    await expect.poll(() => requested.toSorted()).toEqual([first, `${first}/messages`]);
  });

  await test.step('prefetches the next ticket after opening a ticket', async () => {
    await rows(page).first().click();
    await page.mouse.move(1300, 500);
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
    await expect.poll(() => requested.slice(2).toSorted()).toEqual([second, `${second}/messages`].toSorted());
  });

  await test.step('opens the next ticket without a request and prefetches the following ticket', async () => {
    await page.route(new RegExp(`/api/tickets/${second}`), route => route.abort());
    await page.keyboard.press('j');
    await expect(page).toHaveURL(new RegExp(`/tickets/${second}\\b`));
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
    await expect.poll(() => requested.slice(4).toSorted()).toEqual([third, `${third}/messages`].toSorted());
  });
});

test('A key applies to the ticket just opened, even if rendering is slow', async ({ page, context }) => {
  await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at');
  const [first, second] = [await getId(page, 0), await getId(page, 1)];
  // Waits for the responses: only rendering should be slow.
  const responses = Promise.all(
    ['', '/messages'].map(async suffix => {
      const response = await page.waitForResponse(new RegExp(`/api/tickets/${second}${suffix}(\\?|$)`));
      await response.finished();
    }),
  );
  await rows(page).first().click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
  await responses;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.keyboard.press('j');
  await page.waitForURL(new RegExp(`/tickets/${second}\\b`));
  const edited = page.waitForRequest(request => request.method() === 'PATCH');
  await page.keyboard.press('e');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  expect((await edited).url()).toContain(`/tickets/${second}`);
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(rows(page).filter({ hasText: `#${first}` })).toBeVisible();
});
