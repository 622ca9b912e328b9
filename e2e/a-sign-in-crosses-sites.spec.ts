import { expect, signInByPage, test } from './fixtures.ts';

/** To a browser a name and an address are different sites, however near they are. */
const places = [
  { desk: 'localhost', api: '127.0.0.1' },
  { desk: '127.0.0.1', api: 'localhost' },
];

for (const names of places) {
  test.describe(`the desk at ${names.desk}, its API at ${names.api}`, () => {
    test.use({ names });

    test('A sign-in crosses sites', async ({ page, context, desk }) => {
      const inside = page.getByRole('navigation', { name: 'Desk' });
      const wanted = `${desk.url}/tickets/1039?state=open&q=Lisbon`;
      const gist = `${desk.url}/gists/1`;

      await test.step('the person lands signed in where they wanted to go', async () => {
        await signInByPage(page, wanted);
        await expect(page).toHaveURL(wanted);
        const [session] = (await context.cookies(desk.url)).filter(({ name }) => name.endsWith('.session'));
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
