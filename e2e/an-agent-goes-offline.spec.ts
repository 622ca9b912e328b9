import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { violationsInBothThemes } from './violations.ts';

/** What the browser says of requests it was told to keep back. */
test.use({ excused: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');
const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link');

test('An agent goes offline', async ({ page, context }) => {
  const parts = ['gist-picker', 'gists', 'no-gist', 'new-ticket-form'].map(async part => {
    const response = await page.waitForResponse(`**/assets/${part}-*.js`);
    await response.finished(); // its body could be cut off otherwise
  });
  const loaded = Promise.all(parts);
  await signIn(page, '/tickets/1040?state=open&sort=-priority,created_at');
  await expect(messages(page).first()).toBeVisible();
  await loaded;
  const stored: string[] = [];
  page.on('response', answer => {
    // A change that the reply has overtaken is refused as stale, merged and sent again.
    const isOvertaken = answer.status() === 412;
    if (answer.request().method() !== 'GET' && !isOvertaken)
      stored.push(`${answer.request().method()} ${answer.status()}`);
  });

  await test.step('is told so, and goes on working', async () => {
    await context.setOffline(true);
    await expect(says(page, 'Offline. Your changes are kept')).toBeVisible();
    expect(await violationsInBothThemes(page, { within: '[role="status"]' })).toEqual([]);
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'High' }).click();
    await expect(page.getByRole('button', { name: 'Priority: High' })).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.type('Written in a tunnel.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(says(page, 'Offline.')).toBeVisible();
  });

  await test.step('opens what was not read yet, and sees that it is being read, not an error', async () => {
    await rows(page).last().click();
    await expect(page.getByRole('status', { name: 'Loading the ticket' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  });

  await test.step('goes to another room, and asks for a new ticket', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    await expect(page).toHaveURL(/\/gists/);
    await expect(page.getByRole('heading', { name: 'Gists', level: 1 })).toBeVisible();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New ticket' }).getByLabel('Subject').fill('Tunnel');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('is back, and everything goes on by itself', async () => {
    await context.setOffline(false);
    await expect(says(page, 'Back online')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Gists' })).toBeVisible();
    await expect.poll(() => stored.toSorted()).toEqual(['PATCH 200', 'POST 201']);
    await page.goto('/tickets/1040');
    await expect(page.getByRole('button', { name: 'Priority: High' })).toBeVisible();
    await expect(messages(page).filter({ hasText: 'Written in a tunnel.' })).toHaveCount(1);
  });
});

test('The network swallows what is asked without a word', async ({ page }) => {
  await page.clock.install();
  await signIn(page, '/tickets?state=open&sort=-priority,created_at');
  await expect(rows(page).first()).toBeVisible();
  const swallowed = page.waitForRequest(/\/api\/tickets\/\d+$/);
  await page.route('**/api/tickets/*', () => {});
  await page.route('**/session', route => route.abort());
  await rows(page).last().click();
  await swallowed;
  await page.clock.fastForward(10_500);
  await expect(says(page, "Can't reach the desk")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('button', { name: 'State: Open', exact: true })).toBeVisible();

  await test.step('and then asks for a pause, which is shown and kept', async () => {
    await page.route('**/api/tickets/*', route =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 429, headers: { 'Retry-After': '600' }, json: { code: 42900, message: 'Too many' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await expect(
      says(page, 'Too many requests. Pausing briefly. Your changes are kept and sent after the pause.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0);
    await page.unrouteAll();
    const stored = page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.ok());
    await page.clock.fastForward(500_000);
    await expect(says(page, 'Too many requests. Pausing briefly.')).toBeVisible();
    await page.clock.fastForward(300_000);
    await stored;
    await expect(says(page, 'Back online')).toBeVisible();
  });
});
