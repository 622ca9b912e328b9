import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fillSignInForm } from './oauth-client.ts';

const mainHeading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('A person goes back after signing in and sees no error', async ({ page, desk }) => {
  await page.goto('/login?return_to=/gists');
  await fillSignInForm(page);
  await expect(page).toHaveURL(`${desk.url}/gists`);
  await page.goBack();
  await expect(mainHeading(page)).toHaveText('You are already signed in');
  await page.getByRole('link', { name: 'Go to Stardesk' }).click();
  await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible();
});

test("Another browser's callback URL signs no one in and offers a new sign-in", async ({ browser, page, desk }) => {
  const otherPage = await (await browser.newContext()).newPage();
  await otherPage.goto(`${desk.url}/login`);
  const callbackRequest = otherPage.waitForRequest(request => request.url().startsWith(`${desk.url}/auth?`));
  await otherPage.route(`${desk.url}/auth?**`, route => route.abort());
  await fillSignInForm(otherPage);
  const callback = (await callbackRequest).url();
  await otherPage.context().close();

  await page.goto('/login?return_to=/gists');
  await page.goto(callback);
  await expect(mainHeading(page)).toHaveText('This sign-in cannot be completed');
  expect(await (await page.request.get('/session')).json()).toEqual({ signed_in: false });
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await fillSignInForm(page);
  await expect(page).toHaveURL(`${desk.url}/gists`);
});
