import { type Desk, startDesk } from './desk.ts';
import { test as base, expect, signIn } from './fixtures.ts';

/** To a browser a name and an address are different sites, however near they are. */
const places = [
  { desk: 'localhost', api: '127.0.0.1' },
  { desk: '127.0.0.1', api: 'localhost' },
];

const test = base.extend<{ names: { desk: string; api: string }; apart: Desk }>({
  names: [{ desk: '', api: '' }, { option: true }],
  apart: async ({ names, context }, use) => {
    const desk = await startDesk(names);
    await use(desk);
    // What a page still asks for is no complaint of a browser whose desk has gone.
    await Promise.all(context.pages().map(page => page.close()));
    await desk.stop();
  },
});

for (const names of places) {
  test.describe(`the desk at ${names.desk}, its API at ${names.api}`, () => {
    test.use({ names });

    test('A sign-in crosses sites', async ({ page, context, apart }) => {
      const inside = page.getByRole('navigation', { name: 'Desk' });
      const wanted = `${apart.url}/tickets/1039?state=open&q=Lisbon`;
      const gist = `${apart.url}/gists/1`;

      await test.step('the person lands signed in where they wanted to go', async () => {
        await signIn(page, wanted);
        await expect(page).toHaveURL(wanted);
        const [session] = (await context.cookies(apart.url)).filter(({ name }) => name.endsWith('.session'));
        expect(session).toMatchObject({ sameSite: 'Strict', httpOnly: true, path: '/' });
      });

      await test.step('loads the page again, goes on, Back and Forward', async () => {
        await page.reload();
        await expect(inside).toBeVisible();
        await page.goto(gist);
        await expect(inside).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL(wanted);
        await expect(inside).toBeVisible();
        await page.goForward();
        await expect(page).toHaveURL(gist);
        await expect(inside).toBeVisible();
      });

      await test.step('goes Back as far as the form, and finds the way on', async () => {
        await page.goBack();
        await page.goBack();
        await expect(page).toHaveTitle('You are signed in already · Stardesk');
        await page.getByRole('link', { name: /^Go / }).first().click();
        await expect(inside).toBeVisible();
      });
    });
  });
}
