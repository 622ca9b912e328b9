import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

test.use({ expectedErrors: /Failed to fetch dynamically imported module/ });

/**
 * Simulates an upgrade while a page is open: files of the old build are missing. `files` maps the number of a page load
 * to the file that is missing during this load. The file is missing from the start, since the page preloads it.
 */
async function removeFiles(page: Page, files: Readonly<Record<number, string>>): Promise<void> {
  let loads = 0;
  page.on('request', request => {
    if (request.isNavigationRequest()) loads += 1;
  });
  for (const [load, name] of Object.entries(files)) {
    await page.route(`**/assets/${name}-*.js`, route => {
      if (loads !== Number(load)) return route.fallback();
      return route.fulfill({ status: 404, contentType: 'application/json', body: '{"code": 40400}' });
    });
  }
}

test('An agent continues after an upgrade', async ({ page }) => {
  const gists = page.getByRole('list', { name: 'Gists' });
  const dialog = page.getByRole('dialog', { name: 'New ticket' });
  await removeFiles(page, { 1: 'later', 2: 'later' });
  await openSignedIn(page, '/tickets');

  await test.step('opens a form whose old files are missing, without losing the page', async () => {
    const tickets = page.getByRole('list', { name: 'Tickets', includeHidden: true });
    await expect(tickets).toBeVisible();
    await page.keyboard.press('c');
    await expect(dialog.getByRole('alert')).toContainText('Couldn’t load this part of the page');
    await expect(tickets).toBeVisible();
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await expect(dialog).toBeHidden();
    await expect(tickets).toBeVisible();
  });

  await test.step('opens a page whose old files are missing', async () => {
    await page.getByRole('link', { name: 'Gists' }).first().click();
    await expect(gists).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/gists');
    await page.keyboard.press('c');
    await expect(dialog.getByLabel('Subject')).toBeVisible();
  });
});
