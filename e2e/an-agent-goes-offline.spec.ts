import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

/** The browser's errors while it is offline. */
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');
const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link');

test('An agent goes offline', async ({ page, context }) => {
  const parts = ['ticket', 'later'].map(async part => {
    const response = await page.waitForResponse(`**/assets/${part}-*.js`);
    await response.finished(); // going offline could cut off the body
  });
  const loaded = Promise.all(parts);
  await openSignedIn(page, '/tickets/1040?state=open&sort=-priority,created_at');
  await expect(messages(page).first()).toBeVisible();
  await loaded;
  const writeResponses: string[] = [];
  page.on('response', response => {
    // An edit that arrives after the note gets 412. The page then merges the edit and sends it again.
    const isStale = response.status() === 412;
    const isPresence = response.url().endsWith('/presence');
    if (response.request().method() !== 'GET' && !isPresence && !isStale)
      writeResponses.push(`${response.request().method()} ${response.status()}`);
  });

  await test.step('sees that the browser is offline, and continues working', async () => {
    await context.setOffline(true);
    await expect(status(page, 'Offline. Your changes are saved')).toBeVisible();
    expect(await findViolationsInBothThemes(page, { within: '[role="status"]' })).toEqual([]);
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'High' }).click();
    await expect(page.getByRole('button', { name: 'Priority: High' })).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.type('Written in a tunnel.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(status(page, 'Offline.')).toBeVisible();
  });

  await test.step('opens a ticket that is not cached and sees a loading state', async () => {
    await rows(page).last().click();
    await expect(page.getByRole('status', { name: 'Loading the ticket' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });

  await test.step('opens the gists and the new-ticket form', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    await expect(page).toHaveURL(/\/gists/);
    await expect(page.getByRole('heading', { name: 'Gists', level: 1 })).toBeVisible();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New ticket' }).getByLabel('Subject').fill('Tunnel');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('comes back online, and all changes are sent automatically', async () => {
    await context.setOffline(false);
    await expect(status(page, 'Back online')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Gists' })).toBeVisible();
    await expect.poll(() => writeResponses.toSorted()).toEqual(['PATCH 200', 'POST 201']);
    await page.goto('/tickets/1040');
    await expect(page.getByRole('button', { name: 'Priority: High' })).toBeVisible();
    await expect(messages(page).filter({ hasText: 'Written in a tunnel.' })).toHaveCount(1);
  });
});

test('The network drops requests without an error', async ({ page }) => {
  await page.clock.install();
  await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at');
  await expect(rows(page).first()).toBeVisible();
  const dropped = page.waitForRequest(/\/api\/tickets\/\d+$/);
  await page.route('**/api/tickets/*', () => {});
  let isReachable = false;
  await page.route('**/session', route => (isReachable ? route.continue() : route.abort()));
  await rows(page).last().click();
  await dropped;
  await page.clock.fastForward(10_500);
  await expect(status(page, 'Can’t reach the desk')).toBeVisible();
  // The page cannot reconnect before the click. Its timers are paused, and earlier probes have been aborted.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.evaluate(() => fetch('/session').catch(() => null));
  isReachable = true;
  await page.unroute('**/api/tickets/*');
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'State: Open', exact: true })).toBeVisible();

  await test.step('waits for the time in Retry-After', async () => {
    await page.route('**/api/tickets/*', route =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 429, headers: { 'Retry-After': '600' }, json: { code: 42900, message: 'Too many' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await expect(
      status(page, 'Too many requests. Pausing briefly. Your changes are saved and will be sent after the pause.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0);
    await page.unrouteAll();
    const stored = page.waitForResponse(response => response.request().method() === 'PATCH' && response.ok());
    await page.clock.fastForward(500_000);
    await expect(status(page, 'Too many requests. Pausing briefly.')).toBeVisible();
    await page.clock.fastForward(300_000);
    await stored;
    await expect(status(page, 'Back online')).toBeVisible();
  });
});
