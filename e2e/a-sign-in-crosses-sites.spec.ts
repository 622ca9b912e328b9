import { expect, openAndSignIn, test } from './fixtures.ts';

/** A host name and an IP address are different sites to a browser. */
const hostNames = [
  { desk: 'localhost', api: '127.0.0.1' },
  { desk: '127.0.0.1', api: 'localhost' },
];

for (const names of hostNames) {
  test.describe(`the desk at ${names.desk}, its API at ${names.api}`, () => {
    test.use({ names });

    test('A sign-in crosses sites', async ({ page, context, desk }) => {
      const navigation = page.getByRole('navigation', { name: 'Desk' });
      const wanted = `${desk.url}/tickets/1039?state=open&q=Lisbon`;
      const gist = `${desk.url}/gists/1`;

      await test.step('signs in and reaches the requested page', async () => {
        await openAndSignIn(page, wanted);
        await expect(page).toHaveURL(wanted);
        const [session] = (await context.cookies(desk.url)).filter(({ name }) => name.endsWith('.session'));
        expect(session).toMatchObject({ sameSite: 'Strict', httpOnly: true, path: '/' });
      });

      await test.step('reloads and navigates back and forward', async () => {
        await page.reload();
        await expect(navigation).toBeVisible();
        await page.goto(gist);
        await expect(navigation).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL(wanted);
        await expect(navigation).toBeVisible();
        await page.goForward();
        await expect(page).toHaveURL(gist);
        await expect(navigation).toBeVisible();
      });

      await test.step('goes back to the form and finds a link to the desk', async () => {
        await page.goBack();
        await page.goBack();
        await expect(page).toHaveTitle('You are already signed in · Stardesk');
        await page.getByRole('link', { name: /^Go / }).first().click();
        await expect(navigation).toBeVisible();
      });
    });
  });
}
