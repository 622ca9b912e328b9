import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

const row = (page: Page, tag: string) =>
  page
    .getByRole('list', { name: 'Tags' })
    .getByRole('listitem')
    .filter({ has: page.locator('strong', { hasText: new RegExp(`^${tag}$`) }) });

test('An administrator describes, renames, merges and deletes tags with the keyboard', async ({ page }) => {
  await openSignedIn(page, '/settings');

  await test.step('opens the first tag and describes it', async () => {
    await page.getByRole('link', { name: 'Tags' }).press('Enter');
    await expect(row(page, '2fa')).toContainText('ticket');
    await page.keyboard.press('j');
    await expect(row(page, '2fa').getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByLabel('Description').pressSequentially('Second factors');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('renames it, which keeps the description', async () => {
    await page.getByLabel('New name').pressSequentially('second-factor');
    await page.reload();
    await expect(page.getByLabel('New name')).toHaveValue('second-factor');
    await page.getByLabel('New name').press('Enter');
    await expect(page.getByText('Renaming 2fa to second-factor')).toBeVisible();
    await expect(row(page, 'second-factor')).toContainText('Second factors');
    await expect(row(page, '2fa')).toHaveCount(0);
  });

  await test.step('merges it into another tag after a confirmation', async () => {
    await row(page, 'second-factor').getByRole('link', { name: 'second-factor Second' }).press('Enter');
    await page.getByLabel('New name').pressSequentially('Account');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge these tags?' });
    await expect(dialog).toContainText('replaces “second-factor” by “account” on 1 ticket ');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
    await expect(row(page, 'second-factor')).toHaveCount(0);
    await expect(row(page, 'account')).toContainText('Second factors');
  });

  await test.step('opens the tickets of a tag', async () => {
    await row(page, 'account')
      .getByRole('link', { name: /tickets with account/ })
      .press('Enter');
    await expect(page).toHaveURL(/\/tickets\?tag=account$/);
    await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').first()).toBeVisible();
    await page.goBack();
  });

  await test.step('deletes a tag after a confirmation, and its page says so', async () => {
    await row(page, 'account').getByRole('link').first().press('Enter');
    await page.getByRole('button', { name: 'Delete the tag' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete this tag?' });
    await expect(dialog).toContainText(/removes “account” from \d+ tickets and cannot be undone/);
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByText('Deleting account').first()).toBeVisible();
    await expect(row(page, 'account')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'No ticket has the tag account' })).toBeVisible();
  });
});
