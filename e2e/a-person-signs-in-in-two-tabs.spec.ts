import type { Page } from '@playwright/test';
import { expect, openAndSignIn, signOut, test } from './fixtures.ts';
import { fillSignInForm } from './oauth-client.ts';

/** The browser's errors while the API is stopped. */
test.use({ expectedErrors: /status of 50[23]/ });

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Desk' });
const signInLink = (page: Page) => page.getByRole('link', { name: 'Sign in', exact: true });
const sessionEndedDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

test('A person signs in and out in two tabs', async ({ page, context, desk }) => {
  const person = await desk.addPerson('Thandi');
  const [second, third] = [await context.newPage(), await context.newPage()];

  await test.step('signs in in two tabs at the same time and reaches both pages', async () => {
    await page.goto('/tickets/1039?state=open');
    await second.goto('/gists/1');
    await third.goto('/gists');
    for (const tab of [page, second]) {
      await signInLink(tab).click();
      await tab.getByLabel('Password').waitFor();
    }
    await fillSignInForm(page, person);
    await expect(page).toHaveURL('/tickets/1039?state=open');
    await expect(navigation(page)).toBeVisible();
    await fillSignInForm(second, person);
    await expect(second).toHaveURL('/gists/1');
    await expect(navigation(second)).toBeVisible();
  });

  await test.step('sees a third tab leave the landing page automatically', async () => {
    await expect(navigation(third)).toBeVisible();
    await expect(third).toHaveURL('/gists');
  });

  await test.step('signs out in one tab, and the other tabs show that the session has ended', async () => {
    await signOut(page, person);
    for (const tab of [second, third]) await expect(sessionEndedDialog(tab)).toBeVisible();
  });

  await test.step('goes back and sees the landing page', async () => {
    await page.goBack();
    await expect(signInLink(page)).toBeVisible();
    await expect(navigation(page)).toBeHidden();
    await page.reload();
    await expect(signInLink(page)).toBeVisible();
  });

  await test.step('signs in with the password, and the other tabs continue', async () => {
    await openAndSignIn(page, '/tickets', person);
    for (const tab of [second, third]) await expect(sessionEndedDialog(tab)).toBeHidden();
    await expect(second.getByRole('button', { name: 'Star', exact: true })).toBeVisible();
  });

  await test.step('signs out while the API is down and needs the password afterwards', async () => {
    await Promise.all([second.close(), third.close()]);
    await desk.stopApi();
    await signOut(page, person);
    await desk.startApi();
    await signInLink(page).click();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});
