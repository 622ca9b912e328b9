import type { Page } from '@playwright/test';
import { test as base, expect, signIn, signInByPage, signOut } from './fixtures.ts';
import { chromium } from './headless-shell.ts';

/** A browser keeps a page that was left, as people's browsers do and those of tests usually don't: a shell never. */
const test = base.extend<object, { launchOptions: object }>({
  launchOptions: [
    ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        ...(chromium && { executablePath: chromium }),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      }),
    { scope: 'worker' },
  ],
});

const inside = (page: Page) => page.getByRole('navigation', { name: 'Desk' });
/** No page is loaded when one comes back from memory. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('A page that comes back from the browser’s memory is not shown to the next person', async ({
  page,
  context,
  desk,
}) => {
  const elsewhere = `${desk.apiUrl}/oauth/programs`;
  await signIn(page, '/tickets/1039');

  await test.step('its person finds it as they left it', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('Subject').fill('Half a ticket');
    await page.goto(elsewhere);
    await goBack(page);
    await expect(page.getByLabel('Subject')).toHaveValue('Half a ticket');
  });

  await test.step('signed out in another tab meanwhile, they find the landing', async () => {
    await page.goto(elsewhere);
    const other = await context.newPage();
    await other.goto('/gists');
    await signOut(other);
    await goBack(page);
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(inside(page)).toBeHidden();
  });

  await test.step('signed in in another tab meanwhile, they find the desk', async () => {
    await page.goto(elsewhere);
    const other = await context.newPage();
    await signInByPage(other);
    await goBack(page);
    await expect(inside(page)).toBeVisible();
  });

  await test.step('signed out in the same tab, they find the landing', async () => {
    await signOut(page);
    await goBack(page);
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(inside(page)).toBeHidden();
  });
});
