import { findAccessibilityViolations, findColourViolations } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { fillSignInForm } from './oauth-client.ts';
import { watchBrowser } from './watch-browser.ts';

/**
 * Turns off the rules that Swagger UI itself violates. Swagger UI skips heading levels, and has selects without a label
 * and response tables with the same name.
 */
const swaggerRules = {
  'heading-order': { enabled: false },
  'landmark-unique': { enabled: false },
  'select-name': { enabled: false },
};

/**
 * The grants in the order of the page. `parameters` is the start of the query of the authorization request. The dark
 * theme needs only the colour rules. The API redirects the second host to the first, where its reference works.
 */
const grants = [
  {
    name: 'code and PKCE',
    position: 0,
    parameters: 'response_type=code',
    colorScheme: 'light',
    findViolations: findAccessibilityViolations,
    host: 'localhost',
  },
  {
    name: 'implicit grant, redirected from 127.0.0.1 to localhost',
    position: 1,
    parameters: 'response_type=token',
    colorScheme: 'dark',
    findViolations: findColourViolations,
    host: '127.0.0.1',
  },
] as const;

const operation = '#/Tickets/listTickets';

for (const { name, position, parameters, colorScheme, findViolations, host } of grants) {
  test(`A developer tries the API: ${name}`, async ({ page, context, desk }) => {
    const watched = watchBrowser(context);
    const openedOrigin = desk.apiUrl.replace('localhost', host);
    await page.emulateMedia({ colorScheme });

    await test.step('reads the reference', async () => {
      await page.goto(`${openedOrigin}/v1/docs${operation}`);
      await expect(page).toHaveURL(`${desk.apiUrl}/v1/docs${operation}`);
      await expect(page).toHaveTitle('API reference · Stardesk');
      await page.getByRole('heading', { name: 'Stardesk' }).waitFor();
    });

    await test.step('authorizes without typing a client id', async () => {
      await page.getByRole('button', { name: 'Authorize' }).click();
      await expect(page.getByLabel('client_id:').first()).toHaveValue('desk-docs');
      expect(await findViolations(page, { rules: swaggerRules, within: '.dialog-ux' })).toEqual([]);
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Apply given OAuth2 credentials' }).nth(position).click();
      const popup = await opened;
      expect(watched.requestUrls.some(url => url.includes(`/oauth/authorize?${parameters}&`))).toBe(true);
      await fillSignInForm(popup);
      await expect(popup.getByRole('heading', { name: 'Allow API reference to use Stardesk for you?' })).toBeVisible();
      await expect(popup.getByRole('listitem')).toHaveCount(4);
      await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()]);
      await expect(page.getByRole('button', { name: 'Remove authorization' }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    });

    await test.step('sends a request and sees the tickets', async () => {
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.getByPlaceholder('per_page').fill('2'); // Swagger UI shows each ticket as hundreds of elements
      const received = page.waitForResponse(response => response.url().startsWith(`${desk.apiUrl}/v1/tickets?`));
      await page.getByRole('button', { name: 'Execute' }).click();
      const response = await received;
      expect(response.status()).toBe(200);
      expect(await response.request().headerValue('authorization')).toMatch(/^Bearer [\w-]{43}$/);
      const [ticket] = await response.json();
      await expect(page.getByText(`"${ticket.subject}"`)).toBeVisible();
      expect(await findViolations(page, { rules: swaggerRules })).toEqual([]);
    });

    const origins = new Set(watched.requestUrls.map(url => new URL(url).origin));
    expect(origins).toEqual(new Set([openedOrigin, desk.apiUrl]));
  });
}
