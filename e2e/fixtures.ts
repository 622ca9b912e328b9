import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import type { Role } from '#contract/enums';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type JourneyDesk, startJourneyDesk } from './desk.ts';
import { createDeskTemplate, type DeskTemplate } from './desk-template.ts';
import { fillSignInForm } from './oauth-client.ts';
import { administrator } from './people.ts';
import { type ServerHosts, startServerHosts } from './server-host.ts';
import { signInByRequest } from './sign-in-by-request.ts';
import { watchBrowser } from './watch-browser.ts';

export { expect };

type ForTest = {
  desk: JourneyDesk;
  /** The API with the session of the page. */
  api: ApiClient;
  /** Adds a person, by default an agent. @returns an API client with their session */
  addColleague: (name: string, role?: Role) => Promise<ApiClient>;
  /** Browser errors that are expected in this test, besides errors about 4xx responses. */
  expectedErrors: RegExp | undefined;
  /** Fails the test on requests to other hosts and on unexpected browser errors. */
  browserCheck: undefined;
};

type ForWorker = {
  hosts: ServerHosts;
  /** Whether the desks have sample data; `on` by default. */
  sampleData: 'on' | 'off';
  template: DeskTemplate;
};

/** Runs every test on its own desk, so that tests do not affect each other. */
export const test = base.extend<ForTest, ForWorker>({
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const hosts = startServerHosts();
      await use(hosts);
      await hosts.close();
    },
    { scope: 'worker' },
  ],
  sampleData: ['on', { option: true, scope: 'worker' }],
  template: [
    async ({ hosts, sampleData }, use) => {
      const template = await createDeskTemplate(hosts.api, sampleData);
      await use(template);
      await template.remove();
    },
    { scope: 'worker' },
  ],
  desk: async ({ hosts, template }, use) => {
    const desk = await startJourneyDesk(hosts, template);
    await use(desk);
    await desk.stop();
  },
  baseURL: ({ desk }, use) => use(desk.url),
  api: ({ context }, use) => use(createApiClient(context.request)),
  addColleague: async ({ desk, playwright }, use) => {
    const requests: APIRequestContext[] = [];
    await use(async (name, role) => {
      const request = await playwright.request.newContext({ baseURL: desk.url });
      requests.push(request);
      await signInByRequest(request, await desk.addPerson(name, role));
      return createApiClient(request);
    });
    await Promise.all(requests.map(request => request.dispose()));
  },
  expectedErrors: [undefined, { option: true }],
  browserCheck: [
    async ({ context, expectedErrors }, use) => {
      const watched = watchBrowser(context, expectedErrors);
      await use(undefined);
      expect(watched.problems, 'browser errors').toEqual([]);
      expect(watched.requestUrls.filter(isOtherHost), 'requests to other hosts').toEqual([]);
    },
    { auto: true },
  ],
});

/** Returns whether a URL has a host other than this machine. Neither tests nor pages need another host. */
const isOtherHost = (url: string): boolean =>
  /^(https?|wss?):/.test(url) && !['localhost', '127.0.0.1'].includes(new URL(url).hostname);

/** Signs in by requests, and opens a page of the desk. */
export async function openSignedIn(page: Page, path = '/', person = administrator): Promise<void> {
  await signInByRequest(page.request, person);
  await page.goto(path);
  await expectSignedIn(page);
}

/** Opens a page of the desk and signs in with the form. */
export async function openAndSignIn(page: Page, path = '/', person = administrator): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await fillSignInForm(page, person);
  await expectSignedIn(page);
}

const expectSignedIn = (page: Page) => expect(page.getByRole('button', { name: 'Skip to content' })).toBeAttached();

/** Signs out with the account menu. */
export async function signOut(page: Page, { name } = administrator): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
}
