import { expect, test } from './fixtures.ts';
import { listen } from './listen.ts';
import { fillIn } from './program.ts';
import { violations, wrongColours } from './violations.ts';

/** What axe holds against Swagger UI, and what cannot be mended from outside: its headings skip levels, its lists of choices have no label, its tables of answers one name. */
const itsOwn = {
  'heading-order': { enabled: false },
  'landmark-unique': { enabled: false },
  'select-name': { enabled: false },
};

/**
 * The ways to sign in that the page offers, in its order, and how each looks in the address of a request; what a theme
 * changes is colours. The second time the reference is opened under a name at which nobody can sign in.
 */
const grants = [
  {
    name: 'a code and PKCE',
    place: 0,
    sign: 'response_type=code',
    colorScheme: 'light',
    find: violations,
    host: 'localhost',
  },
  {
    name: 'the implicit grant, redirected to where they can sign in',
    place: 1,
    sign: 'response_type=token',
    colorScheme: 'dark',
    find: wrongColours,
    host: '127.0.0.1',
  },
] as const;

const operation = '#/Tickets/listTickets';

for (const { name, place, sign, colorScheme, find, host } of grants) {
  test(`A developer tries the API, signed in by ${name}`, async ({ page, context, desk }) => {
    const heard = listen(context);
    const openedAt = desk.apiUrl.replace('localhost', host);
    await page.emulateMedia({ colorScheme });

    await test.step('reads the reference', async () => {
      await page.goto(`${openedAt}/v1/docs${operation}`);
      await expect(page).toHaveURL(`${desk.apiUrl}/v1/docs${operation}`);
      await expect(page).toHaveTitle('API reference · Stardesk');
      await page.getByRole('heading', { name: 'Stardesk' }).waitFor();
    });

    await test.step('presses Authorize, and has nothing to fill in', async () => {
      await page.getByRole('button', { name: 'Authorize' }).click();
      await expect(page.getByLabel('client_id:').first()).toHaveValue('desk-docs');
      expect(await find(page, { rules: itsOwn, within: '.dialog-ux' })).toEqual([]);
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Apply given OAuth2 credentials' }).nth(place).click();
      const popup = await opened;
      expect(heard.addresses.some(address => address.includes(`/oauth/authorize?${sign}&`))).toBe(true);
      await fillIn(popup);
      await expect(popup.getByRole('heading', { name: 'Allow API reference to use Stardesk for you?' })).toBeVisible();
      await expect(popup.getByRole('listitem')).toHaveCount(4);
      await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()]);
      await expect(page.getByRole('button', { name: 'Remove authorization' }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    });

    await test.step('tries it out, and sees the tickets', async () => {
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.getByPlaceholder('per_page').fill('2'); // each row is hundreds of elements
      const answered = page.waitForResponse(response => response.url().startsWith(`${desk.apiUrl}/v1/tickets?`));
      await page.getByRole('button', { name: 'Execute' }).click();
      const answer = await answered;
      expect(answer.status()).toBe(200);
      expect(await answer.request().headerValue('authorization')).toMatch(/^Bearer [\w-]{43}$/);
      const [ticket] = await answer.json();
      await expect(page.getByText(`"${ticket.subject}"`)).toBeVisible();
      expect(await find(page, { rules: itsOwn })).toEqual([]);
    });

    const origins = new Set(heard.addresses.map(address => new URL(address).origin));
    expect(origins).toEqual(new Set([openedAt, desk.apiUrl]));
  });
}
