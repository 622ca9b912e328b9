import type { Page, Request } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

const halfAMinute = 30_500;
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');

test('A page stays as new as the desk, at the cost of one request in half a minute', async ({ page, addColleague }) => {
  const rute = await addColleague('Rute');
  await page.clock.install();
  await signIn(page, '/tickets/1039?state=open&sort=-priority,created_at');
  await expect(messages(page).first()).toBeVisible();

  const underWay = new Set<Request>();
  const asked: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    asked.push(pathname);
    underWay.add(request);
  });
  page.on('requestfinished', request => underWay.delete(request));
  page.on('requestfailed', request => underWay.delete(request));

  /** What is asked of the API in half a minute, answers to it included. */
  const wait = async (): Promise<string[]> => {
    asked.length = 0;
    const told = page.waitForResponse(/\/api\/events\?per_page/);
    await page.clock.fastForward(halfAMinute);
    await told;
    await expect.poll(() => underWay.size).toBe(0);
    return [...asked];
  };
  /** Until one half minute has asked for nothing else: a change that has arrived leads to further requests. */
  const settle = () => expect(async () => expect(await wait()).toEqual(['/api/events'])).toPass();
  await settle();

  await test.step('while nothing happens, the change log alone is asked, and has no news', async () => {
    const told = page.waitForResponse(/\/api\/events\?per_page/);
    for (const _half of ['first', 'second']) expect(await wait()).toEqual(['/api/events']);
    const { responseBodySize } = await (await told).request().sizes();
    expect(responseBodySize, 'a 304 has no body').toBe(0);
  });

  await test.step('what a colleague writes is there soon', async () => {
    await rute.write('1039', { body: 'Lisbon called again.', type: 'note' });
    await rute.change('1039', { priority: 'low' });
    await wait();
    await expect(messages(page).filter({ hasText: 'Lisbon called again.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Changed by someone else: priority' })).toHaveCount(1);
    await settle(); // the list has come in by itself, and with it another next ticket
    expect(await wait()).toEqual(['/api/events']);
  });

  await test.step('nobody is asked while the page cannot be seen', async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    asked.length = 0;
    await page.clock.fastForward(10 * halfAMinute);
    expect(asked).toEqual([]);
    const told = page.waitForResponse(/\/api\/events\?per_page/);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await told;
  });
});
