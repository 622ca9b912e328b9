import { test as base, expect } from '@playwright/test';
import { type DeskApart, sites, startDeskApart } from './desk-apart.ts';
import { listen } from './listen.ts';
import { fillIn } from './program.ts';

const test = base.extend<object, { apart: DeskApart }>({
  apart: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads off the pattern which fixtures this one needs
    async ({}, use) => {
      const apart = await startDeskApart();
      await use(apart);
      await apart.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    ({ launchOptions, apart }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--host-resolver-rules=${apart.resolverRules}`],
      }),
    { scope: 'worker' },
  ],
  baseURL: sites.PUBLIC_URL,
  ignoreHTTPSErrors: true,
});

const sessionName = '__Host-Http-stardesk.session';

test('A desk on two sites, by https: signed in, at work, renewed, signed out of both', async ({
  page,
  context,
  apart,
}) => {
  const { addresses } = listen(context);
  const session = async () => (await context.cookies()).find(({ name }) => name === sessionName);

  await test.step('signs in across the sites', async () => {
    const opened = await page.goto('/tickets?state=open&sort=-priority');
    expect(opened?.headers()['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(page.url()).toContain(`${sites.API_PUBLIC_URL}/oauth/`);
    await fillIn(page);
    await expect(page.getByRole('list', { name: 'Tickets' })).toBeVisible();
    expect(page.url()).toBe(`${sites.PUBLIC_URL}/tickets?state=open&sort=-priority`);
  });

  await test.step('has one cookie here that nothing else on the site can set or read', async () => {
    const here = await context.cookies(sites.PUBLIC_URL);
    expect(here.map(({ name }) => name)).toEqual([sessionName]);
    const expected = { domain: 'desk.example', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' };
    expect(here[0]).toMatchObject(expected);
    for (const cookie of await context.cookies(sites.API_PUBLIC_URL)) {
      expect(cookie).toMatchObject({ domain: 'api.example.net', secure: true, httpOnly: true });
    }
  });

  await test.step('reads a ticket and answers it', async () => {
    await page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').first().getByRole('link').click();
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('article');
    const reply = page.getByRole('textbox', { name: 'Reply' });
    // Whoever answers what they have not seen is asked first.
    await expect(messages.last()).toBeVisible();
    await reply.fill('It is on its way across two sites.');
    await reply.press('ControlOrMeta+Enter'); // what was opened takes the focus when it is there
    // It can be taken back for five seconds.
    await expect(messages.last()).toContainText('It is on its way across two sites.', { timeout: 15_000 });
  });

  await test.step('is told that nothing has changed', async () => {
    const status = await page.evaluate(async () => {
      const ask = (headers: Record<string, string>) =>
        fetch('/api/gists?per_page=1', { headers: { 'X-CSRF': '1', ...headers }, cache: 'no-store' });
      return (await ask({ 'If-None-Match': (await ask({})).headers.get('etag') ?? '' })).status;
    });
    expect(status).toBe(304);
  });

  await test.step('goes on when the bff was started anew and the access token is over', async () => {
    const before = await session();
    await apart.restartBff(10);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible();
    const renewed = await session();
    expect(renewed?.value).toBeTruthy();
    expect(renewed?.value).not.toBe(before?.value);
  });

  await test.step('signs out of both with one click', async () => {
    await page.getByRole('button', { name: 'Administrator', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(await session()).toBeUndefined();
  });

  const places = new Set(addresses.map(address => new URL(address).origin));
  expect([...places].sort()).toEqual([new URL(sites.API_PUBLIC_URL).origin, sites.PUBLIC_URL]);
});
