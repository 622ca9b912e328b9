import type { Page } from '@playwright/test';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { fetchRoute, loseResponse } from './lose-response.ts';

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

  await test.step('renames the tag, whose description stays', async () => {
    await page.getByLabel('New name').pressSequentially('second-factor');
    await page.reload();
    await expect(page.getByLabel('New name')).toHaveValue('second-factor');
    // The page needs the other tags to know whether this is a merge.
    await expect(page.getByRole('button', { name: 'Rename', exact: true })).toBeEnabled();
    await page.getByLabel('New name').press('Enter');
    await expect(page.getByText('Renaming 2fa to second-factor')).toBeVisible();
    await expect(row(page, 'second-factor')).toContainText('Second factors');
    await expect(row(page, '2fa')).toHaveCount(0);
  });

  await test.step('merges the tag into another tag after a confirmation', async () => {
    await row(page, 'second-factor').getByRole('link', { name: 'second-factor Second' }).press('Enter');
    await page.getByLabel('New name').pressSequentially('Account');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge these tags?' });
    await expect(dialog).toContainText('replaces “second-factor” with “account” on 1 ticket ');
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

  await test.step('deletes a tag after a confirmation, and its page reports that no ticket has the tag', async () => {
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

test.describe('The page of a tag, despite lost responses and stale lists', () => {
  // The tests cause lost responses and a server error.
  test.use({ expectedErrors: /ERR_FAILED|status of 500/ });

  test('keeps the description and the text that is typed during a save', async ({ page }) => {
    await openSignedIn(page, '/settings/tags/2fa');
    const description = page.getByLabel('Description');
    await loseResponse(page, 'PUT', '**/api/tags/2fa');
    await description.fill('Second factors');
    await description.press('ControlOrMeta+Enter');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(description).toHaveValue('Second factors');

    const release = await delayRequests(page, 'PUT', '**/api/tags/2fa');
    await description.fill('Second factor');
    await description.press('ControlOrMeta+Enter');
    await expect(page.getByText('Saving…')).toBeVisible();
    await description.pressSequentially(' of a sign-in');
    release();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(description).toHaveValue('Second factor of a sign-in');
    await description.press('ControlOrMeta+Enter');
    await expect(page.getByText('Not saved yet')).toBeHidden();
    await page.reload();
    await expect(description).toHaveValue('Second factor of a sign-in');
  });

  test('merges the tag only after a confirmation', async ({ page, api }) => {
    await page.route('**/api/tags?*', route =>
      route.fulfill({ status: 500, json: { code: 50000, message: 'Broken' } }),
    );
    await openSignedIn(page, '/settings/tags/2fa');
    const newName = page.getByLabel('New name');
    await newName.fill('brand-new');
    await expect(page.getByText('Couldn’t load the tags')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rename' })).toBeDisabled();
    await page.unroute('**/api/tags?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Rename' })).toBeEnabled();

    await api.createTicket({ tags: ['brand-new'] });
    await loseResponse(page, 'PUT', '**/api/tags/2fa/merge');
    await newName.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge these tags?' });
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
    await expect(page.getByText('Merging 2fa into brand-new').first()).toBeVisible();
    await expect(row(page, '2fa')).toHaveCount(0);
  });

  test('continues a merge that stopped', async ({ page }) => {
    const removal = { into: 'account', done: 0, total: 0 };
    await page.route('**/api/tags/2fa', async route => {
      const response = await fetchRoute(route);
      await route.fulfill(response.ok() ? { json: { ...(await response.json()), removal } } : { response });
    });
    await openSignedIn(page, '/settings/tags/2fa');
    await expect(page.getByRole('progressbar')).toHaveAttribute('max', '1');
    const merged = page.waitForRequest('**/api/tags/2fa/merge');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect((await merged).postDataJSON()).toEqual({ into: 'account' });
    await expect(page.getByRole('heading', { name: 'No ticket has the tag 2fa' })).toBeVisible();
    // The page requests the tag again. Waits until the route handler has responded.
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('asks the person to sign in again, and keeps the description', async ({ page }) => {
    await openSignedIn(page, '/settings/tags/2fa');
    await page.route('**/api/tags/2fa', route =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 403, json: { code: 40301, message: 'Forbidden' } })
        : route.fallback(),
    );
    await page.getByLabel('Description').fill('Second factors');
    await page.getByLabel('Description').press('ControlOrMeta+Enter');
    await expect(page.getByText('Sign in again to save these settings')).toBeVisible();
    await page.unroute('**/api/tags/2fa');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Description')).toHaveValue('Second factors');
  });
});
