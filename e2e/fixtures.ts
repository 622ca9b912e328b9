import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { type Beginning, makeBeginning } from './beginning.ts';
import { type ApiLogLevel, type Desk, type Names, startDesk } from './desk.ts';
import { type Hosts, startHosts } from './hosts.ts';
import { listen } from './listen.ts';
import { type AtTheApi, overTheApi } from './over-the-api.ts';
import { administrator } from './people.ts';
import { fillIn } from './program.ts';
import { signInUnseen } from './sign-in-unseen.ts';

export { expect };

type ForTest = {
  names: Names;
  apiLogLevel: ApiLogLevel;
  desk: Desk;
  /** Adds an agent who works at the desk without a page. */
  addColleague: (name: string) => Promise<AtTheApi>;
  /** What the browser says in this test that is no mistake. */
  excused: RegExp | undefined;
  /** Fails the test whose pages ask another host, or in whose windows anything goes wrong. */
  quiet: undefined;
};

type ForWorker = { hosts: Hosts; beginning: Beginning };

/** Tests on a running desk of their own: what one has done is nothing to the others, in whatever order they run. */
export const test = base.extend<ForTest, ForWorker>({
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads off the pattern which fixtures this one needs
    async ({}, use) => {
      const hosts = await startHosts();
      await use(hosts);
      await hosts.close();
    },
    { scope: 'worker' },
  ],
  beginning: [
    async ({ hosts }, use) => {
      const beginning = await makeBeginning(hosts.api);
      await use(beginning);
      await beginning.remove();
    },
    { scope: 'worker' },
  ],
  names: [{ desk: 'localhost', api: 'localhost' }, { option: true }],
  apiLogLevel: ['info', { option: true }],
  desk: async ({ hosts, beginning, names, apiLogLevel }, use) => {
    const desk = await startDesk(hosts, beginning, names, apiLogLevel);
    await use(desk);
    await desk.stop();
  },
  baseURL: ({ desk }, use) => use(desk.url),
  addColleague: async ({ desk, playwright }, use) => {
    const all: APIRequestContext[] = [];
    await use(async name => {
      const request = await playwright.request.newContext({ baseURL: desk.url });
      all.push(request);
      await signInUnseen(request, await desk.addPerson(name));
      return overTheApi(request);
    });
    await Promise.all(all.map(request => request.dispose()));
  },
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

/** Goes to a page of the desk as somebody who has signed in. */
export async function signIn(page: Page, path = '/', person = administrator): Promise<void> {
  await signInUnseen(page.request, person);
  await page.goto(path);
  await expectInside(page);
}

/** Goes to a page of the desk as somebody who must sign in first, and does. */
export async function signInByPage(page: Page, path = '/', person = administrator): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await fillIn(page, person);
  await expectInside(page);
}

const expectInside = (page: Page) => expect(page.getByRole('button', { name: 'Skip to content' })).toBeAttached();

/** Signs out by the menu of whoever is signed in. */
export async function signOut(page: Page, { name } = administrator): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
}
