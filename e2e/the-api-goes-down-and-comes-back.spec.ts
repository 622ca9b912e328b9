import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

test.use({ expectedErrors: /status of 50[234]/ });

const ticket = '/tickets/1039';
const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Can’t reach the desk' });
const priority = (page: Page, word: string) => page.getByRole('button', { name: `Priority: ${word}` });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');

async function choosePriority(page: Page, word: string): Promise<void> {
  await page.getByRole('button', { name: /^Priority/ }).click();
  await page.getByRole('option', { name: word }).click();
}

test('The API goes down and comes back', async ({ page, desk }) => {
  await openSignedIn(page, ticket);
  await expect(messages(page).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tickets' })).toBeVisible();
  const writeStatuses: number[] = [];
  page.on('response', response => {
    const isPresence = response.url().endsWith('/presence');
    if (response.request().method() !== 'GET' && !isPresence && response.ok()) writeStatuses.push(response.status());
  });

  await test.step('keeps showing the ticket and queues an edit and a note', async () => {
    await desk.stopApi();
    await choosePriority(page, 'Low');
    await expect(priority(page, 'Low')).toBeVisible();
    await expect(strip(page)).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.type('Norte is back since noon.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('link').first()).toBeVisible();
    await expect(messages(page).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('recovers automatically and stores each change once', async () => {
    await desk.startApi();
    await expect(page.getByRole('status').filter({ hasText: 'Back online' })).toBeVisible();
    await expect(messages(page).filter({ hasText: 'Norte is back since noon.' })).toHaveCount(1);
    await expect.poll(() => writeStatuses.toSorted()).toEqual([200, 201]);
    await page.reload();
    await expect(priority(page, 'Low')).toBeVisible();
    await expect(messages(page).filter({ hasText: 'Norte is back since noon.' })).toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: /online/ })).toHaveCount(0);
  });

  await test.step('waits for the API when a page is opened during the outage', async () => {
    await desk.stopApi();
    await page.reload();
    await expect(strip(page)).toBeVisible();
    await desk.startApi();
    await page.evaluate(() => dispatchEvent(new Event('focus'))); // the user returns to the page
    await expect(messages(page).first()).toBeVisible({ timeout: 15_000 });
  });
});
