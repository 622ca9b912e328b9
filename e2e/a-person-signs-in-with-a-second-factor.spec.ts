import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { setUpApp, showCode } from './authenticator-app.ts';
import { expect, openAndSignIn, openSignedIn, signOut, test } from './fixtures.ts';
import { fillSignInForm } from './oauth-client.ts';
import type { Person } from './people.ts';

const codeField = (page: Page) => page.getByLabel('Code', { exact: true });

/** Follows the sign-in link and enters the password. */
async function enterPassword(page: Page, person: Person): Promise<void> {
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await fillSignInForm(page, person);
}

const expectSignedIn = (page: Page, { name }: Person) =>
  expect(page.getByRole('button', { name, exact: true })).toBeVisible();

test('A person signs in with a second factor, and an administrator resets it', async ({ page, desk, browser }) => {
  const kim = await desk.addPerson('Kim Park');
  const adminContext = await browser.newContext({ baseURL: desk.url });
  const adminPage = await adminContext.newPage();

  const { key, recoveryCodes } = await test.step('sets up an authenticator app from the account menu', async () => {
    await openAndSignIn(page, '/tickets', kim);
    await page.getByRole('button', { name: kim.name, exact: true }).click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign-in security' }).click();
    const security = await opened;
    const app = await setUpApp(security);
    await security.getByRole('link', { name: 'I have saved them' }).click();
    await expect(security.getByText('10 of 10 recovery codes are unused.')).toBeVisible();
    await security.close();
    return app;
  });

  await test.step('signs in with a code after an invalid code', async () => {
    await signOut(page, kim);
    await enterPassword(page, kim);
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('The code is incorrect');
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(showCode(key, 1));
    await page.keyboard.press('Enter');
    await expectSignedIn(page, kim);
  });

  await test.step('signs in with a recovery code, without the phone', async () => {
    await signOut(page, kim);
    await enterPassword(page, kim);
    await page.getByText('Sign in without your phone').click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await expectSignedIn(page, kim);
  });

  await test.step('an administrator resets the second factor, and requires a second factor of everyone', async () => {
    await openSignedIn(adminPage, '/settings/people');
    await adminPage.getByRole('link', { name: kim.name }).click();
    const access = adminPage.getByRole('region', { name: 'Access' });
    await expect(access).toContainText('An authenticator app, since');
    const sessions = adminPage.getByRole('region', { name: 'Sessions' });
    await expect(sessions.getByRole('button', { name: 'End session' }).first()).toBeVisible();
    await access.getByRole('button', { name: 'Reset', exact: true }).click();
    const dialog = adminPage.getByRole('dialog', { name: 'Reset two-step sign-in?' });
    expect(await findViolationsInBothThemes(adminPage, { within: 'dialog[open]' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await expect(access).toContainText('Not set up.');
    await expect(sessions).toContainText('Not signed in to this desk in any browser.');
    await adminPage.goto('/settings/sign-in');
    const policy = adminPage.getByRole('form', { name: 'Two-step sign-in' }).getByLabel('Required for');
    await policy.selectOption('Everyone');
    await policy.press('ControlOrMeta+Enter');
    await expect(adminPage.getByText('Saved', { exact: true })).toBeVisible();
    await adminPage.goto('/settings/people');
    await expect(adminPage.getByRole('link', { name: kim.name })).toContainText('No second factor');
  });

  await test.step('sets up a new authenticator app at the next sign-in', async () => {
    await page.context().clearCookies();
    await page.goto('/tickets');
    await enterPassword(page, kim);
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
    await setUpApp(page);
    await page.getByRole('link', { name: 'I have saved them' }).click();
    await expectSignedIn(page, kim);
    await adminPage.reload();
    await expect(adminPage.getByRole('link', { name: 'Administrator' })).toContainText('No second factor');
    await expect(adminPage.getByRole('link', { name: kim.name })).not.toContainText('No second factor');
    await adminContext.close();
  });
});
