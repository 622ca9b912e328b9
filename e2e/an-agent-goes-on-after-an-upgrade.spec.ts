import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

test.use({ excused: /status of 404|Failed to fetch dynamically imported module/ });

/** As if the desk had been upgraded since the page was opened: files of the old build are gone until it is opened anew. */
async function upgrade(page: Page, files: string): Promise<void> {
  const gone = { status: 404, contentType: 'application/json', body: '{"code": 40400}' };
  await page.route(files, route => route.fulfill(gone));
  page.on('request', async request => {
    if (request.isNavigationRequest()) await page.unroute(files);
  });
}

test('An agent goes on after an upgrade', async ({ page }) => {
  const gists = page.getByRole('list', { name: 'Gists' });
  await signIn(page, '/tickets');

  await test.step('to a room whose old files are gone', async () => {
    await upgrade(page, '**/assets/gists-*.js');
    await page.getByRole('link', { name: 'Gists' }).first().click();
    await expect(gists).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/gists');
  });

  await test.step('with a form whose old files are gone, without losing the page', async () => {
    await upgrade(page, '**/assets/new-ticket-form-*.js');
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await expect(dialog.getByRole('alert')).toContainText('This part of the page could not be loaded');
    await expect(page.getByRole('list', { name: 'Gists', includeHidden: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await expect(gists).toBeVisible();
    await page.keyboard.press('c');
    await expect(dialog.getByLabel('Subject')).toBeVisible();
  });
});
