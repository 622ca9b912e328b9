import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link');
const idOf = async (page: Page, index: number) => (await rows(page).nth(index).getAttribute('data-row')) ?? '';

/** The requests for tickets and their threads from now on, as `id` and `id/messages`. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', request => {
    const [, thing] = /\/api\/tickets\/(\d+(?:\/messages)?)(?:\?|$)/.exec(request.url()) ?? [];
    if (thing !== undefined) asked.push(thing);
  });
  return asked;
}

test('A ticket opens from the cache', async ({ page }) => {
  const loaded = page.waitForResponse(/\/assets\/ticket-.*\.js/);
  await signIn(page, '/tickets?state=open&sort=-priority,created_at');
  await expect(rows(page).first()).toBeVisible();
  await test.step('whose code is there before anybody opens one', () => loaded);
  const [first, second, third] = [await idOf(page, 0), await idOf(page, 1), await idOf(page, 2)];
  const asked = listen(page);

  await test.step('the one somebody points at', async () => {
    await rows(page).first().hover();
    await expect.poll(() => asked.toSorted()).toEqual([first, `${first}/messages`]);
  });

  await test.step('and the next one, once this one is open', async () => {
    await rows(page).first().click();
    await page.mouse.move(1300, 500);
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
    await expect.poll(() => asked.slice(2).toSorted()).toEqual([second, `${second}/messages`].toSorted());
  });

  await test.step('which then is shown without a request, and its next one is read', async () => {
    await page.route(new RegExp(`/api/tickets/${second}`), route => route.abort());
    await page.keyboard.press('j');
    await expect(page).toHaveURL(new RegExp(`/tickets/${second}\\b`));
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
    await expect.poll(() => asked.slice(4).toSorted()).toEqual([third, `${third}/messages`].toSorted());
  });
});

test('A key means the ticket one has gone to, however slow it is to draw', async ({ page, context }) => {
  await signIn(page, '/tickets?state=open&sort=-priority,created_at');
  const [first, second] = [await idOf(page, 0), await idOf(page, 1)];
  // It is slow to draw here, not slow to come.
  const read = Promise.all(
    ['', '/messages'].map(async of => {
      const response = await page.waitForResponse(new RegExp(`/api/tickets/${second}${of}(\\?|$)`));
      await response.finished();
    }),
  );
  await rows(page).first().click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
  await read;
  const developer = await context.newCDPSession(page);
  await developer.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.keyboard.press('j');
  await page.waitForURL(new RegExp(`/tickets/${second}\\b`));
  const edited = page.waitForRequest(request => request.method() === 'PATCH');
  await page.keyboard.press('e');
  await developer.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  expect((await edited).url()).toContain(`/tickets/${second}`);
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(rows(page).filter({ hasText: `#${first}` })).toBeVisible();
});
