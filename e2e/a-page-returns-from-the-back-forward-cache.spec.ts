import type { Page } from '@playwright/test';
import { test as base, expect, openAndSignIn, openSignedIn, signOut } from './fixtures.ts';
import { chromiumPath } from './headless-shell.ts';

/** Uses a full browser with the back/forward cache. The headless shell lacks this cache, and Playwright disables it. */
const test = base.extend<object, { launchOptions: object }>({
  launchOptions: [
    ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        ...(chromiumPath && { executablePath: chromiumPath }),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      }),
    { scope: 'worker' },
  ],
});

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Desk' });
/** Waits for `commit`, since a page from the cache has no `load` event. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

test('A page returns from the back/forward cache, but not after a sign-out', async ({ page, context, desk }) => {
  const otherOriginUrl = `${desk.apiUrl}/oauth/programs`;
  await openSignedIn(page, '/tickets/1039');

  await test.step('goes back to the unchanged page', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('Subject').fill('Half a ticket');
    await page.goto(otherOriginUrl);
    await goBack(page);
    await expect(page.getByLabel('Subject')).toHaveValue('Half a ticket');
  });

  await test.step('sees the landing page after signing out in a second tab', async () => {
    await page.goto(otherOriginUrl);
    const otherTab = await context.newPage();
    await otherTab.goto('/gists');
    await signOut(otherTab);
    await goBack(page);
    await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(navigation(page)).toBeHidden();
  });

  await test.step('sees the desk after signing in in a second tab', async () => {
    await page.goto(otherOriginUrl);
    const otherTab = await context.newPage();
    await openAndSignIn(otherTab);
    await goBack(page);
    await expect(navigation(page)).toBeVisible();
  });
});
