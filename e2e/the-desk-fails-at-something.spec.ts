import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

test.use({ excused: /status of 500/ });

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link');
const lists = /\/api\/tickets\?.*per_page=50/;

/** As if the desk failed at lists, until it is told otherwise. */
const failAtLists = (page: Page) =>
  page.route(lists, route =>
    route.fulfill({
      status: 500,
      headers: { 'X-Request-Id': 'the-7th-request' },
      json: { code: 50000, message: 'Internal Server Error', description: 'Something went wrong on our side.' },
    }),
  );

test('The desk fails at something', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, '/gists');

  await test.step('whoever waits for it is told what, and what to tell whoever can help', async () => {
    await failAtLists(page);
    await page.goto('/tickets?state=open&sort=-priority,created_at');
    const failure = page.getByRole('alert').filter({ hasText: 'The tickets could not be read' });
    await expect(failure).toContainText('Something went wrong on our side.');
    await expect(failure).toContainText('Error 50000 · request the-7th-request');
    await failure.getByRole('button', { name: /^Copy/ }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of ['50000', 'the-7th-request', 'Page: /tickets?state=open']) expect(copied).toContain(part);
  });

  await test.step('and gets it by Retry', async () => {
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step('what is on the screen stays when it cannot be read again', async () => {
    await page.goto('/tickets/1033?state=open&sort=-priority,created_at');
    await expect(rows(page).first()).toBeVisible();
    await failAtLists(page);
    const failed = page.waitForResponse(lists);
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await failed;
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
