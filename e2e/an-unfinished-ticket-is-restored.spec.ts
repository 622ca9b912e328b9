import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

/** The browser's error for a missing response. */
test.use({ expectedErrors: /ERR_FAILED/ });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New ticket' });
const subject = (page: Page) => dialog(page).getByLabel('Subject');

test('An unfinished ticket is restored and created once', async ({ page, context, api }) => {
  await openSignedIn(page);

  await test.step('starts a ticket and closes the form', async () => {
    await page.keyboard.press('c');
    await subject(page).fill('The gate does not open');
    await dialog(page).getByLabel('Description').fill('Since noon.');
    await dialog(page).getByLabel('Priority').selectOption('High');
    await dialog(page).getByLabel('Assignee').selectOption({ label: 'Jonas Weber' });
    await dialog(page).getByLabel('Mailbox').selectOption({ label: 'None (replies are not sent by email)' });
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('finds the draft after a reload', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'New (draft saved)' }).click();
    await expect(dialog(page).getByText(/^Your draft from \d\d:\d\d$/)).toBeVisible();
    await expect(subject(page)).toHaveValue('The gate does not open');
    await expect(dialog(page).getByLabel('Priority')).toHaveValue('high');
    await expect(dialog(page).getByLabel('Assignee').getByRole('option', { selected: true })).toHaveText('Jonas Weber');
  });

  await test.step('discards the draft and restores it', async () => {
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(subject(page)).toHaveValue('');
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await expect(subject(page)).toHaveValue('The gate does not open');
    await expect(dialog(page).getByLabel('Description')).toHaveValue('Since noon.');
  });

  await test.step('closes the page before the response, tries again before the mailboxes are loaded, and creates only one ticket', async () => {
    const created = Promise.withResolvers<void>();
    await page.route('**/api/tickets', async route => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      created.resolve(); // without a response
    });
    await dialog(page).getByRole('button', { name: 'Create ticket' }).click();
    await created.promise;
    const next = await context.newPage();
    await next.route(/\/api\/mailboxes\b/, () => {}); // no response
    await page.close();
    await next.goto('/tickets?q=%22gate+does+not+open%22');
    await expect(next.getByRole('button', { name: 'New (draft saved)' })).toBeVisible();
    await next.keyboard.press('c');
    await expect(subject(next)).toHaveValue('The gate does not open');
    await dialog(next).getByRole('button', { name: 'Create ticket' }).click();
    await expect(next.getByRole('heading', { name: 'The gate does not open' })).toBeVisible();
    expect(await api.searchTickets('"gate does not open"')).toMatchObject([{ mailbox_id: null }]);
    await expect(next.getByRole('button', { name: 'New', exact: true })).toBeVisible();
    await next.keyboard.press('c');
    await expect(subject(next)).toHaveValue('');
  });
});
