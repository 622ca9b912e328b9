import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openAndSignIn, signOut, test } from './fixtures.ts';
import { fillSignInForm } from './oauth-client.ts';
import { addAuthenticator, addPasskey } from './passkeys.ts';
import type { Person } from './people.ts';
import { tabTo } from './tab-to.ts';

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

const openSignIn = (page: Page) => page.getByRole('link', { name: 'Sign in', exact: true }).click();

const expectSignedIn = (page: Page, { name }: Person) =>
  expect(page.getByRole('button', { name, exact: true })).toBeVisible();

test('A person signs in with a passkey', async ({ page, desk }) => {
  const kim = await desk.addPerson('Kim Park');
  const authenticator = await addAuthenticator(page);

  await test.step('adds a passkey with the keyboard', async () => {
    await openAndSignIn(page, '/tickets', kim);
    await page.goto(`${desk.apiUrl}/oauth/security`);
    await authenticator.setVerified(false);
    await tabTo(page, page.getByLabel('Name'));
    await addPasskey(page, 'Laptop');
    await expect(page.getByRole('alert')).toContainText('No passkey was added.');
    await authenticator.setVerified(true);
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'I have saved them' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem')).toContainText('Laptop');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  await test.step('signs in without the password, after a failed check of the fingerprint', async () => {
    await page.goto(`${desk.url}/tickets`);
    await signOut(page, kim);
    await openSignIn(page);
    await authenticator.setVerified(false);
    await tabTo(page, passkeyButton(page));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('No passkey was used.');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await authenticator.setVerified(true);
    await page.keyboard.press('Enter');
    await expectSignedIn(page, kim);
  });

  await test.step('signs in with the password, and with the passkey as the second step', async () => {
    await signOut(page, kim);
    await openSignIn(page);
    await fillSignInForm(page, kim);
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await tabTo(page, passkeyButton(page));
    await page.keyboard.press('Enter');
    await expectSignedIn(page, kim);
  });

  await test.step('removes the passkey, after which the password is enough', async () => {
    await page.goto(`${desk.apiUrl}/oauth/security`);
    await page.getByRole('button', { name: 'Remove Laptop' }).press('Enter');
    await expect(page.getByRole('status')).toHaveText('The passkey was removed.');
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeHidden();
    await page.goto(`${desk.url}/tickets`);
    await signOut(page, kim);
    await openSignIn(page);
    await passkeyButton(page).press('Enter');
    await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.');
    await fillSignInForm(page, kim);
    await expectSignedIn(page, kim);
  });
});
