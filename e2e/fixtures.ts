import { test as base, expect, type Page } from '@playwright/test';
import { administrator, type Desk, startDesk } from './desk.ts';
import { listen } from './listen.ts';
import { fillIn } from './program.ts';

export { expect };

type ForTest = {
  desk: Desk;
  /** What the browser says in this test that is no mistake. */
  excused: RegExp | undefined;
  /** Fails the test whose pages ask another host, or in whose windows anything goes wrong. */
  quiet: undefined;
};

/** Tests on a running desk of their own: what one has done is nothing to the others, in whatever order they run. */
export const test = base.extend<ForTest>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads off the pattern which fixtures this one needs
  desk: async ({}, use) => {
    const desk = await startDesk();
    await use(desk);
    await desk.stop();
  },
  baseURL: ({ desk }, use) => use(desk.url),
  excused: [undefined, { option: true }],
  quiet: [
    async ({ context, excused }, use) => {
      const heard = listen(context, excused);
      await use(undefined);
      expect(heard.complaints, 'what went wrong in the browser').toEqual([]);
      expect(heard.addresses.filter(isElsewhere), 'requests for other hosts').toEqual([]);
    },
    { auto: true },
  ],
});

/** No test has anything to look for beyond this computer, and no page of ours either. */
const isElsewhere = (address: string): boolean =>
  /^(https?|wss?):/.test(address) && !['localhost', '127.0.0.1'].includes(new URL(address).hostname);

/** Goes to a page of the desk as somebody who must sign in first, and does. */
export async function signIn(page: Page, path = '/', person = administrator): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillIn(page, person);
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeAttached();
}

/** Signs out by the menu of whoever is signed in. */
export async function signOut(page: Page, { name } = administrator): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
}
