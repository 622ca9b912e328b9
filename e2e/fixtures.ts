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
  /** Adds an agent who uses the API. */
  addColleague: (name: string) => Promise<AtTheApi>;
  /** Browser errors that are expected in this test. */
  excused: RegExp | undefined;
  /** Fails the test on requests to other hosts and on unexpected browser errors. */
  quiet: undefined;
};

type ForWorker = { hosts: Hosts; beginning: Beginning };

/** Runs every test on its own desk, so that tests do not affect each other. */
export const test = base.extend<ForTest, ForWorker>({
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
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
      const watched = listen(context, excused);
      await use(undefined);
      expect(watched.complaints, 'browser errors').toEqual([]);
      expect(watched.addresses.filter(isOtherHost), 'requests to other hosts').toEqual([]);
    },
    { auto: true },
  ],
});

/** Tells whether a URL is of another machine, which neither tests nor pages need. */
const isOtherHost = (address: string): boolean =>
  /^(https?|wss?):/.test(address) && !['localhost', '127.0.0.1'].includes(new URL(address).hostname);

/** Opens a page of the desk with a session. */
export async function signIn(page: Page, path = '/', person = administrator): Promise<void> {
  await signInUnseen(page.request, person);
  await page.goto(path);
  await expectSignedIn(page);
}

/** Opens a page of the desk and signs in with the form. */
export async function signInByPage(page: Page, path = '/', person = administrator): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await fillIn(page, person);
  await expectSignedIn(page);
}

const expectSignedIn = (page: Page) => expect(page.getByRole('button', { name: 'Skip to content' })).toBeAttached();

/** Signs out with the account menu. */
export async function signOut(page: Page, { name } = administrator): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
}
