import type { APIRequestContext, Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import type { JourneyDesk } from './desk.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { grantAccess, type Program, requestTokens } from './oauth-client.ts';
import { signInByRequest } from './sign-in-by-request.ts';
import { tabTo } from './tab-to.ts';

const redirectUri = 'http://127.0.0.1:7000/back';

const form = (page: Page, name = 'Program') => page.getByRole('form', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('listitem');

/** Presses a button with the keyboard. */
async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press('Enter');
}

/** Copies a value from a dialog with credentials. */
async function copy(page: Page, dialog: string, label: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: dialog });
  await tabTo(page, shown.getByRole('button', { name: `Copy the ${label}` }));
  await page.keyboard.press('Enter');
  await expect(shown.getByRole('button', { name: `Copied the ${label}` })).toBeVisible();
  const value = await page.evaluate(() => navigator.clipboard.readText());
  await expect(shown).toContainText(value);
  return value;
}

/** Confirms that the credentials are stored. Escape must not close the dialog. */
async function confirmStored(page: Page, dialog: string): Promise<void> {
  const shown = page.getByRole('dialog', { name: dialog });
  expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await pressButton(page, 'I have stored it');
  await expect(shown).toBeHidden();
}

/** Reads tickets with an access token. @returns the status */
const readTickets = async (requests: APIRequestContext, { apiUrl }: JourneyDesk, token: string): Promise<number> =>
  (await requests.get(`${apiUrl}/v1/tickets`, { headers: { Authorization: `Bearer ${token}` } })).status();

test('An administrator registers, rotates, revokes and deletes a program with the keyboard', async ({
  page,
  desk,
  playwright,
}) => {
  test.slow();
  const [priya, tomas] = [await playwright.request.newContext(), await playwright.request.newContext()];
  const people = [await desk.addPerson('Priya'), await desk.addPerson('Tomas')] as const;
  const program: Program = { id: '', secret: '', redirectUri };
  const refresh = async (secret: string, token: string) =>
    requestTokens(priya, desk, { ...program, secret }, { grant_type: 'refresh_token', refresh_token: token });
  await openSignedIn(page, '/settings');

  await test.step('registers a program, whose redirect URI is checked while typing', async () => {
    await page.getByRole('link', { name: 'Programs' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'No programs yet' })).toBeVisible();
    await page.keyboard.press('c');
    await expect(form(page).getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Night Shift');
    await tabTo(page, form(page).getByLabel(/^Redirect URIs/));
    await page.keyboard.type('http://program.example/back');
    await expect(form(page).getByText('Redirect URIs must be https')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(redirectUri);
    await expect(form(page).getByText('must be https')).toBeHidden();
    await page.reload();
    await expect(form(page).getByLabel(/^Redirect URIs/), 'the draft').toHaveValue(redirectUri);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(form(page).getByText('Choose at least one')).toBeVisible();
    await tabTo(page, form(page).getByRole('checkbox', { name: 'See tickets and saved views' }));
    await page.keyboard.press('Space');
    await page.keyboard.press('ControlOrMeta+Enter');
    program.id = await copy(page, 'Credentials', 'client ID');
    program.secret = await copy(page, 'Credentials', 'client secret');
    await confirmStored(page, 'Credentials');
    await expect(page.getByRole('heading', { name: 'Night Shift' })).toBeVisible();
    await expect(page.getByText(program.secret)).toBeHidden();
    await expect(page.getByText('Nobody has given this program access.')).toBeVisible();
  });

  const tokens = await grantAccess(priya, desk, program, people[0]);
  const tomasTokens = await grantAccess(tomas, desk, program, people[1]);
  expect(await readTickets(priya, desk, tokens.access_token)).toBe(200);

  await test.step('changes the program', async () => {
    await tabTo(page, form(page).getByLabel('Post-logout redirect URIs'));
    await page.keyboard.type('back');
    await expect(form(page).getByText('Post-logout redirect URIs must be an absolute URL')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('http://127.0.0.1:7000/');
    await tabTo(page, form(page).getByLabel('Requests per minute per person'));
    await page.keyboard.type('100');
    await tabTo(page, form(page).getByRole('textbox', { name: 'Access token lifetime' }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2');
    await expect(form(page).getByText('Access token lifetime is not a duration such as')).toBeVisible();
    await page.keyboard.type('d');
    await expect(form(page).getByText('Access token lifetime is more than 1d')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('5m');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(form(page).getByText(/^(Not saved yet|Saving…)$/)).toBeHidden();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(rows(page, 'Programs')).toHaveText(/Night Shift.*Server.*See tickets and saved views.*Used/);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(form(page).getByLabel('Post-logout redirect URIs')).toHaveValue('http://127.0.0.1:7000/');
  });

  await test.step('rotates the secret; the old secret works for one more day', async () => {
    await pressButton(page, 'Rotate the secret');
    const dialog = page.getByRole('dialog', { name: 'Rotate the secret' });
    await expect(dialog.getByLabel('The old secret')).toHaveValue('86400');
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    await page.keyboard.press('ControlOrMeta+Enter');
    const secret = await copy(page, 'New secret', 'client secret');
    await confirmStored(page, 'New secret');
    await expect(page.getByText('The old secret works until')).toBeVisible();
    const byOld = await refresh(program.secret, tokens.refresh_token);
    const byNew = await refresh(secret, (await byOld.json()).refresh_token);
    expect([byOld.status(), byNew.status()]).toEqual([200, 200]);
    Object.assign(tokens, await byNew.json());
    program.secret = secret;
  });

  await test.step('revokes the access to one account', async () => {
    await expect(rows(page, 'People with access')).toHaveCount(2);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await pressButton(page, 'Revoke the access to Priya’s account');
    await expect(rows(page, 'People with access')).toHaveCount(1);
    expect(await readTickets(priya, desk, tokens.access_token)).toBe(401);
    expect((await refresh(program.secret, tokens.refresh_token)).status()).toBe(400);
    expect(await readTickets(tomas, desk, tomasTokens.access_token)).toBe(200);
  });

  await test.step('deletes the program after a confirmation with the number of people', async () => {
    await tabTo(page, button(page, 'Delete the program'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete this program?' });
    await expect(dialog).toContainText('deletes “Night Shift”. 1 person uses it now.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No programs yet' })).toBeVisible();
    expect(await readTickets(tomas, desk, tomasTokens.access_token)).toBe(401);
  });
  await Promise.all([priya.dispose(), tomas.dispose()]);
});

test('An administrator creates and revokes a script token', async ({ page, desk, request }) => {
  await openSignedIn(page, '/settings/programs');
  await page.getByRole('link', { name: 'Script tokens' }).press('Enter');
  const tokens = rows(page, 'Script tokens');
  await expect(tokens, 'the token of this journey').toHaveText(/A script/);
  await page.keyboard.press('c');
  await expect(form(page, 'Token').getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Nightly export');
  await tabTo(page, form(page, 'Token').getByRole('checkbox', { name: 'See tickets and saved views' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ControlOrMeta+Enter');
  const token = await copy(page, 'New token', 'token');
  await confirmStored(page, 'New token');
  await expect(tokens.first()).toHaveText(/Nightly export.*for Administrator.*See tickets.*Until/);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  expect(await readTickets(request, desk, token)).toBe(200);
  await pressButton(page, 'Revoke the token Nightly export');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(tokens).toHaveCount(1);
  expect(await readTickets(request, desk, token)).toBe(401);
});

test('An agent can use neither the pages nor the API of programs and script tokens', async ({ page, desk }) => {
  const nora = await desk.addPerson('Nora');
  await openSignedIn(page, '/settings/programs', nora);
  for (const path of ['', '/new', '/bff', '/tokens', '/tokens/new']) {
    await page.goto(`/settings/programs${path}`);
    await expect(page.getByRole('heading', { name: 'Only administrators can see this' })).toBeVisible();
  }
  await signInByRequest(page.request, nora);
  const headers = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };
  for (const [method, path, data] of [
    ['GET', '/clients'],
    ['GET', '/clients/bff'],
    ['POST', '/clients', {}],
    ['PATCH', '/clients/bff', {}],
    ['PUT', '/clients/bff/secret', {}],
    ['DELETE', '/clients/bff'],
    ['GET', '/client_usage'],
    ['GET', '/grants'],
    ['DELETE', '/grants/1'],
    ['GET', '/script_tokens'],
    ['POST', '/script_tokens', {}],
    ['DELETE', '/script_tokens/1'],
  ] as const) {
    const response = await page.request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    expect([response.status(), (await response.json()).code], `${method} ${path}`).toEqual([403, 40300]);
  }
});
