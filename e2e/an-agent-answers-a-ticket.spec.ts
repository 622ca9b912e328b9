import type { Locator, Page } from '@playwright/test';
import { expect, openAndSignIn, openSignedIn, test } from './fixtures.ts';

const tickets = (page: Page): Locator => page.getByRole('list', { name: 'Tickets' });
const rows = (page: Page): Locator => tickets(page).getByRole('listitem');
const view = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name });
/** Reads the sidebar counts of Open, Recently closed and All. */
const readCounts = (page: Page): Promise<number[]> =>
  Promise.all(
    ['Open', 'Recently closed', 'All'].map(async name =>
      Number(/\d+$/.exec(await view(page, name).filter({ hasNotText: 'gists' }).innerText())?.[0]),
    ),
  );
const getPath = (page: Page): string => page.url().replace(new URL(page.url()).origin, '');

test('An agent answers a ticket', async ({ page }) => {
  await test.step('signs in and reaches the requested page', async () => {
    await openAndSignIn(page, '/tickets?state=open,pending&sort=-priority,created_at');
    expect(getPath(page)).toBe('/tickets?state=open,pending&sort=-priority,created_at');
    await expect(rows(page).first()).toContainText('Charged twice for the November invoice');
  });

  const subject = rows(page).getByText('Charged twice for the November invoice', { exact: true });

  await test.step('sees the age and exact time of the ticket, and that it needs a reply', async () => {
    await expect(subject).toHaveCSS('font-weight', '500');
    const age = rows(page).filter({ hasText: 'Charged twice for the November invoice' }).getByRole('time');
    await expect(age).toHaveText(/^\d+[mhdwy]$/);
    await expect(age).toHaveAttribute('title', /^[A-Z][a-z]+day, \d+ [A-Z][a-z]+ \d{4} at \d\d:\d\d:\d\d$/);
  });

  await test.step('opens and reads the ticket', async () => {
    await rows(page).filter({ hasText: 'Charged twice for the November invoice' }).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Charged twice for the November invoice' })).toBeVisible();
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('article');
    await expect(messages.filter({ hasText: 'From the customer' }).first()).toContainText('€ 348.00 twice');
    await expect(messages.filter({ hasText: 'Internal note' }).first()).toContainText('re_7F2K');
  });

  await test.step('replies, with the keyboard', async () => {
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('article');
    const before = await messages.count();
    await page.keyboard.press('r');
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused();
    await page.keyboard.type('Hi Amélie, the **second charge** was ours. `re_7F2K` is on its way.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(messages).toHaveCount(before + 1);
    await expect(messages.last()).toContainText('Administrator');
    await expect(messages.last().getByText('second charge')).toHaveRole('strong');
    await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('');
    await expect(subject).toHaveCSS('font-weight', '450');
  });

  await expect.poll(async () => (await readCounts(page)).every(count => count > 0)).toBe(true);
  const [open = 0, closed = 0, all = 0] = await readCounts(page);

  await test.step('sets the ticket to waiting and reopens it', async () => {
    for (const [from, to, counted] of [
      ['Open', 'Waiting', open - 1],
      ['Waiting', 'Open', open],
    ] as const) {
      await page.getByRole('button', { name: `State: ${from}`, exact: true }).click();
      const saved = page.waitForResponse(response => response.request().method() === 'PATCH' && response.ok());
      await page.getByRole('option', { name: to, exact: true }).click();
      await expect(page.getByRole('button', { name: `State: ${to}`, exact: true })).toBeVisible();
      await saved;
      await expect.poll(() => readCounts(page)).toEqual([counted, closed, all]);
    }
  });

  await test.step('closes the ticket and finds it under Recently closed', async () => {
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByRole('button', { name: 'State: Closed' })).toBeVisible();
    await expect(rows(page).filter({ hasText: 'Charged twice for the November invoice' })).toHaveCount(0);
    await expect.poll(() => readCounts(page)).toEqual([open - 1, closed + 1, all]);
    await view(page, 'Recently closed').click();
    expect(getPath(page)).toBe('/tickets/recently_closed');
    await expect(rows(page).first()).toContainText('Charged twice for the November invoice');
  });
});

test('An agent creates a ticket', async ({ page }) => {
  await openSignedIn(page);
  await page.getByRole('button', { name: 'New' }).click();
  const dialog = page.getByRole('dialog', { name: 'New ticket' });

  await test.step('gets an error from the server at each field', async () => {
    await dialog.getByLabel('Customer email').fill('nobody');
    await dialog.getByLabel('Tags').fill('Not A Tag');
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await expect(dialog.getByLabel('Subject')).toHaveAccessibleDescription('Enter the subject');
    await expect(dialog.getByLabel('Customer email')).toHaveAccessibleDescription(
      /Customer email is not an email address/,
    );
    await expect(dialog.getByLabel('Tags')).toHaveAccessibleDescription(/Tags is not a valid tag/);
  });

  await test.step('fixes the errors and sees the ticket', async () => {
    await dialog.getByLabel('Subject').fill('The scanner beeps twice');
    await dialog.getByLabel('Customer email').fill('warehouse@norte-logistics.example');
    await dialog.getByLabel('Tags').fill('scanner, warehouse');
    await dialog.getByLabel('Priority').selectOption('High');
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'The scanner beeps twice' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove the tag warehouse' })).toBeVisible();
    await expect(rows(page).filter({ hasText: 'The scanner beeps twice' })).toHaveCount(1);
  });
});
