import type { Page } from '@playwright/test';
import { findAccessibilityViolations, findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { startIdentityProvider } from './identity-provider.ts';
import { fillSignInForm } from './oauth-client.ts';

const form = (page: Page, name = 'Provider') => page.getByRole('form', { name });
const providers = (page: Page) => page.getByRole('list', { name: 'Identity providers' });
const continueLink = (page: Page) => page.getByRole('link', { name: 'Continue with Tallywright Login' });
const save = (page: Page) => page.keyboard.press('ControlOrMeta+Enter');

test('An administrator connects an identity provider, and a colleague signs in there', async ({
  page,
  desk,
  browser,
  api,
}) => {
  const provider = await startIdentityProvider();
  const kim = await desk.addPerson('Kim Park');
  await openSignedIn(page, '/settings');

  await test.step('adds a provider after an invalid issuer is rejected', async () => {
    await page.getByRole('link', { name: 'Sign-in' }).click();
    await expect(page.getByRole('heading', { name: 'Passwords only' })).toBeVisible();
    await page.getByRole('link', { name: 'New provider' }).click();
    await form(page).getByLabel('Name').fill('Tallywright Login');
    await form(page).getByLabel('Issuer').fill('login.tallywright.example');
    await form(page).getByLabel('Client ID').fill('the-desk');
    await form(page).getByLabel('Client secret').fill('a secret of the desk');
    await form(page)
      .getByLabel('Domains')
      .fill(kim.email.split('@')[1] ?? '');
    await save(page);
    await expect(page.getByText('Issuer is not an https address')).toBeVisible();
    await form(page).getByLabel('Issuer').fill(provider.issuer);
    await save(page);
    await expect(page.getByRole('heading', { name: 'Tallywright Login' })).toBeVisible();
    await expect(form(page).getByText('A secret is stored. Leave this empty to keep it.')).toBeVisible();
  });

  await test.step('checks the provider, and reads the redirect URI and the rules', async () => {
    const check = page.getByRole('region', { name: 'Check' });
    await expect(check).toContainText(`${desk.apiUrl}/oauth/upstream/1/callback`);
    await check.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(check.getByText('The provider responds')).toBeVisible();
    const rules = page.getByRole('region', { name: 'Who can sign in' });
    await expect(rules).toContainText('Others see “There is no account for you here”.');
    for (const [option, rule] of [
      ['Become agents', /new account as agent/],
      ['Need an invitation', /once\.Others see/],
    ] as const) {
      const choice = form(page).getByLabel('People without an account');
      await choice.selectOption({ label: option });
      await choice.press('ControlOrMeta+Enter');
      await expect(rules).toContainText(rule);
    }
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  const context = await browser.newContext({ baseURL: desk.url });
  const colleague = await context.newPage();
  await test.step('a colleague with a verified address signs in, and others do not', async () => {
    provider.email = 'stranger@elsewhere.example';
    await colleague.goto('/login');
    expect(await findAccessibilityViolations(colleague)).toEqual([]);
    await continueLink(colleague).click();
    await expect(colleague.getByRole('heading', { name: 'There is no account for you here' })).toBeVisible();
    expect(await findAccessibilityViolations(colleague)).toEqual([]);
    provider.email = kim.email;
    await colleague.getByRole('link', { name: 'Back to sign-in' }).click();
    await continueLink(colleague).click();
    await expect(colleague.getByRole('button', { name: 'Kim Park', exact: true })).toBeVisible();
    await colleague.getByRole('button', { name: 'Kim Park', exact: true }).click();
    await colleague.getByRole('button', { name: 'Sign out' }).click();
    await expect(colleague.getByText('You may still be signed in at Tallywright Login.')).toBeVisible();
    await colleague.getByRole('link', { name: 'Go to Stardesk' }).click();
    await expect(colleague.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  });

  await test.step('removes the linked sign-in of the colleague, who links it again', async () => {
    await page.goto('/settings/people');
    await page.getByRole('list', { name: 'People' }).getByRole('link', { name: 'Kim Park' }).click();
    const linked = page.getByRole('region', { name: 'Linked sign-ins' });
    await expect(linked).toContainText(`Tallywright Login${kim.email}, linked`);
    await linked.getByRole('button', { name: 'Remove' }).click();
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    const dialog = page.getByRole('dialog', { name: 'Remove this linked sign-in?' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(linked).toContainText('Not linked to an identity provider.');
    await context.clearCookies();
    await colleague.goto('/login');
    await continueLink(colleague).click();
    await expect(colleague.getByRole('button', { name: 'Kim Park', exact: true })).toBeVisible();
    await page.goto('/settings');
  });

  await test.step('turns passwords off for colleagues with an account at the provider', async () => {
    await page.getByRole('link', { name: 'Sign-in' }).click();
    await expect(providers(page).getByRole('link')).toContainText(provider.issuer);
    await form(page, 'Passwords').getByRole('switch', { name: 'Passwords for everyone' }).click();
    await save(page);
    await expect.poll(async () => (await api.readSettings()).password_sign_in).toBe(false);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await context.clearCookies();
    await colleague.goto('/login');
    await fillSignInForm(colleague, kim);
    await expect(colleague.getByRole('alert')).toContainText('Passwords and passkeys are off for your account');
    await continueLink(colleague).click();
    await expect(colleague.getByRole('button', { name: 'Kim Park', exact: true })).toBeVisible();
  });

  await test.step('deletes the provider, and passwords work again', async () => {
    await providers(page).getByRole('link').click();
    await page.getByRole('button', { name: 'Delete the provider' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'Passwords only' })).toBeVisible();
    await context.clearCookies();
    await colleague.goto('/login');
    await expect(continueLink(colleague)).toBeHidden();
    await fillSignInForm(colleague, kim);
    await expect(colleague.getByRole('button', { name: 'Kim Park', exact: true })).toBeVisible();
  });
  await context.close();
  await provider.close();
});
