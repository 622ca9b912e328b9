import { test as base, expect, type Page } from '@playwright/test';
import { administrator, type Desk, startDesk } from './desk.ts';

export { expect };

/** Tests on a running desk, which the tests of a worker share. */
export const test = base.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads off the pattern which fixtures this one needs
    async ({}, use) => {
      const desk = await startDesk();
      await use(desk);
      await desk.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ desk }, use) => use(desk.url),
});

/** Goes to a page of the desk as somebody who must sign in first, and does. */
export async function signIn(page: Page, path = '/', { email, password } = administrator): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible();
}
