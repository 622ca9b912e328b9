import type { Page, Request } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { setHidden } from './page-visibility.ts';

const pollMilliseconds = 30_500;
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');

test('A page without live updates stays up to date with five requests a minute', async ({ page, addColleague }) => {
  const rute = await addColleague('Rute');
  await page.clock.install();
  // Blocks live updates. `page.route` would turn the browser's cache off.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (url, init) => (url === '/api/events' ? Promise.reject(new TypeError('blocked')) : fetch(url, init));
  });
  await openSignedIn(page, '/tickets/1039?state=open&sort=-priority,created_at');
  await expect(messages(page).first()).toBeVisible();

  const pending = new Set<Request>();
  const requestPaths: string[] = [];
  /** No event reports waiting mail, the use of the storage, or notifications. Their state is read once a minute. */
  const statePaths = ['/api/mailbox_statuses', '/api/limits', '/api/notifications'];
  const stateRequests: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    (statePaths.includes(pathname) ? stateRequests : requestPaths).push(pathname);
    pending.add(request);
  });
  page.on('requestfinished', request => pending.delete(request));
  page.on('requestfailed', request => pending.delete(request));

  /** Advances the clock to the next poll. @returns the paths of all finished API requests except `statePaths` */
  const waitForPoll = async (): Promise<string[]> => {
    requestPaths.length = 0;
    const polled = page.waitForResponse(/\/api\/events\?per_page/);
    await page.clock.fastForward(pollMilliseconds);
    await polled;
    await expect.poll(() => pending.size).toBe(0);
    return [...requestPaths];
  };
  /** Waits for two polls without further requests: the page may refetch after a poll. */
  const waitUntilIdle = () =>
    expect(async () => {
      for (const _poll of ['first', 'second']) expect(await waitForPoll()).toEqual(['/api/events']);
    }).toPass();
  await waitUntilIdle();

  await test.step('sends one conditional request for each poll that finds no changes, and three state requests a minute', async () => {
    const polled = page.waitForResponse(/\/api\/events\?per_page/);
    stateRequests.length = 0;
    for (const _half of ['first', 'second']) expect(await waitForPoll()).toEqual(['/api/events']);
    expect(stateRequests.toSorted(), 'state requests in a minute').toEqual(statePaths.toSorted());
    const { responseBodySize } = await (await polled).request().sizes();
    expect(responseBodySize, 'a 304 has no body').toBe(0);
  });

  await test.step('shows changes of a colleague', async () => {
    await rute.addMessage('1039', { body: 'Lisbon called again.', type: 'note' });
    await rute.updateTicket('1039', { priority: 'low' });
    await waitForPoll();
    await expect(messages(page).filter({ hasText: 'Lisbon called again.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Changed elsewhere: priority' })).toHaveCount(1);
    await waitUntilIdle(); // the list has updated, and the next ticket is prefetched
    expect(await waitForPoll()).toEqual(['/api/events']);
  });

  await test.step('polls when the person returns, even right after a scheduled poll', async () => {
    await waitForPoll();
    const polled = page.waitForResponse(/\/api\/events\?per_page/);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await polled;
    await expect.poll(() => pending.size).toBe(0);
  });

  await test.step('sends no requests while the page is hidden', async () => {
    await setHidden(page, true);
    requestPaths.length = stateRequests.length = 0;
    await page.clock.fastForward(10 * pollMilliseconds);
    expect([...requestPaths, ...stateRequests]).toEqual([]);
    const polled = page.waitForResponse(/\/api\/events\?per_page/);
    await setHidden(page, false);
    await polled;
  });
});
