import { test as base, expect } from '@playwright/test';
import { fillSignInForm } from './oauth-client.ts';
import { sites, startTwoSiteDesk, type TwoSiteDesk } from './two-site-desk.ts';
import { watchBrowser } from './watch-browser.ts';

const test = base.extend<object, { twoSites: TwoSiteDesk }>({
  twoSites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const twoSites = await startTwoSiteDesk();
      await use(twoSites);
      await twoSites.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    ({ launchOptions, twoSites }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--host-resolver-rules=${twoSites.resolverRules}`],
      }),
    { scope: 'worker' },
  ],
  baseURL: sites.PUBLIC_URL,
  ignoreHTTPSErrors: true,
});

const sessionName = '__Host-Http-stardesk.session';

test('A person works at a desk with two HTTPS sites', async ({ page, context, twoSites }) => {
  const { requestUrls } = watchBrowser(context);
  const session = async () => (await context.cookies()).find(({ name }) => name === sessionName);

  await test.step('signs in across the sites', async () => {
    const opened = await page.goto('/tickets?state=open&sort=-priority');
    expect(opened?.headers()['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(page.url()).toContain(`${sites.API_PUBLIC_URL}/oauth/`);
    await fillSignInForm(page);
    await expect(page.getByRole('list', { name: 'Tickets' })).toBeVisible();
    expect(page.url()).toBe(`${sites.PUBLIC_URL}/tickets?state=open&sort=-priority`);
  });

  await test.step('has one cookie that no other host of the site can set or read', async () => {
    const cookies = await context.cookies(sites.PUBLIC_URL);
    expect(cookies.map(({ name }) => name)).toEqual([sessionName]);
    const expected = { domain: 'desk.example', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' };
    expect(cookies[0]).toMatchObject(expected);
    for (const cookie of await context.cookies(sites.API_PUBLIC_URL)) {
      expect(cookie).toMatchObject({ domain: 'api.example.net', secure: true, httpOnly: true });
    }
  });

  await test.step('reads a ticket and answers it', async () => {
    await page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').first().getByRole('link').click();
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('article');
    const reply = page.getByRole('textbox', { name: 'Reply' });
    // Unseen messages would stop the reply.
    await expect(messages.last()).toBeVisible();
    await reply.fill('It is on its way across two sites.');
    await reply.press('ControlOrMeta+Enter'); // focuses the field again: the ticket takes the focus when it has loaded
    // Sending can be undone for five seconds.
    await expect(messages.last()).toContainText('It is on its way across two sites.', { timeout: 15_000 });
  });

  await test.step('stays signed in after the bff restarted and the access token expired', async () => {
    const before = await session();
    await twoSites.restartBff(10);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible();
    const renewed = await session();
    expect(renewed?.value).toBeTruthy();
    expect(renewed?.value).not.toBe(before?.value);
  });

  await test.step('signs out of both sites at once', async () => {
    await page.getByRole('button', { name: 'Administrator', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(await session()).toBeUndefined();
  });

  const origins = new Set(requestUrls.map(url => new URL(url).origin));
  expect([...origins].sort()).toEqual([new URL(sites.API_PUBLIC_URL).origin, sites.PUBLIC_URL]);
});
