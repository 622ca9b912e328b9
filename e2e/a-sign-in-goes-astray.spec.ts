import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fillIn } from './program.ts';

const mainHeading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('A person goes Back after signing in, and meets no error', async ({ page, desk }) => {
  await page.goto('/login?return_to=/gists');
  await fillIn(page);
  await expect(page).toHaveURL(`${desk.url}/gists`);
  await page.goBack();
  await expect(mainHeading(page)).toHaveText('You are signed in already');
  await page.getByRole('link', { name: 'Go to Stardesk' }).click();
  await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible();
});

test("The way back of another browser's sign-in signs nobody in, and leads on to one's own", async ({
  browser,
  page,
  desk,
}) => {
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(`${desk.url}/login`);
  const back = theirs.waitForRequest(request => request.url().startsWith(`${desk.url}/auth?`));
  await theirs.route(`${desk.url}/auth?**`, route => route.abort());
  await fillIn(theirs);
  const callback = (await back).url();
  await theirs.context().close();

  await page.goto('/login?return_to=/gists');
  await page.goto(callback);
  await expect(mainHeading(page)).toHaveText('This sign-in cannot be completed');
  expect(await (await page.request.get('/session')).json()).toEqual({ signed_in: false });
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await fillIn(page);
  await expect(page).toHaveURL(`${desk.url}/gists`);
});
