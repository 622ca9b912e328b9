import type { Page } from '@playwright/test';
import { expect, signInByPage, signOut, test } from './fixtures.ts';
import { fillIn } from './program.ts';

/** What the browser says of requests that find the API gone. */
test.use({ excused: /status of 50[23]/ });

const inside = (page: Page) => page.getByRole('navigation', { name: 'Desk' });
const landing = (page: Page) => page.getByRole('link', { name: 'Sign in', exact: true });
const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

test('A person signs in and out in two tabs', async ({ page, context, desk }) => {
  const person = await desk.addPerson('Thandi');
  const [other, third] = [await context.newPage(), await context.newPage()];

  await test.step('begins in both tabs before finishing in either, and is where each wanted to go', async () => {
    await page.goto('/tickets/1039?state=open');
    await other.goto('/gists/1');
    await third.goto('/gists');
    for (const tab of [page, other]) {
      await landing(tab).click();
      await tab.getByLabel('Password').waitFor();
    }
    await fillIn(page, person);
    await expect(page).toHaveURL('/tickets/1039?state=open');
    await expect(inside(page)).toBeVisible();
    await fillIn(other, person);
    await expect(other).toHaveURL('/gists/1');
    await expect(inside(other)).toBeVisible();
  });

  await test.step('sees a tab that waited on the landing go on by itself', async () => {
    await expect(inside(third)).toBeVisible();
    await expect(third).toHaveURL('/gists');
  });

  await test.step('signs out in one tab, and the others know', async () => {
    await signOut(page, person);
    for (const tab of [other, third]) await expect(ended(tab)).toBeVisible();
  });

  await test.step('goes Back, and sees nothing of the desk', async () => {
    await page.goBack();
    await expect(landing(page)).toBeVisible();
    await expect(inside(page)).toBeHidden();
    await page.reload();
    await expect(landing(page)).toBeVisible();
  });

  await test.step('has to give the password to sign in, and the other tabs go on', async () => {
    await signInByPage(page, '/tickets', person);
    for (const tab of [other, third]) await expect(ended(tab)).toBeHidden();
    await expect(other.getByRole('button', { name: 'Star', exact: true })).toBeVisible();
  });

  await test.step('signs out while nobody answers there, and has to give the password afterwards', async () => {
    await Promise.all([other.close(), third.close()]);
    await desk.stopApi();
    await signOut(page, person);
    await desk.startApi();
    await landing(page).click();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});
