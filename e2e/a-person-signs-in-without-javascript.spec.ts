import { expect, test } from './fixtures.ts';
import { getAuthorizationUrl, referenceClient } from './oauth-client.ts';
import { administrator } from './people.ts';

test.use({ javaScriptEnabled: false });

test('A person authorizes an app without JavaScript', async ({ page, desk }) => {
  const consent = page.getByRole('heading', { name: 'Allow API reference to use Stardesk for you?' });

  await test.step('mistypes the password and gets an error', async () => {
    await page.goto(getAuthorizationUrl(desk));
    await expect(page).toHaveTitle('Sign in · Stardesk');
    await expect(page.getByText('to continue to API reference')).toBeVisible();
    await expect(page.getByText('Sign in with a passkey')).toBeHidden();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(administrator.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('Incorrect email or password – Sign in · Stardesk');
    await expect(page.getByLabel('Email')).toHaveValue(administrator.email);
    await expect(page.getByLabel('Password')).toHaveValue('');
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
      'The email address or the password is incorrect.',
    );
  });

  await test.step('types the correct password and declines', async () => {
    await page.keyboard.type(administrator.password);
    await page.keyboard.press('Enter');
    await expect(consent).toBeVisible();
    await expect(page.getByRole('list', { name: 'The app will be able to:' }).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/[?&]error=access_denied/);
    await expect(page).toHaveURL(url => url.searchParams.get('state') === referenceClient.state);
  });

  await test.step('is asked for consent again, without a password, and allows the app', async () => {
    await page.goto(getAuthorizationUrl(desk));
    await expect(consent).toBeVisible();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page).toHaveURL(/[?&]code=/);
  });

  await test.step('goes back and finds a link to the desk', async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'You are already signed in' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Stardesk' })).toHaveAttribute('href', `${desk.url}/`);
  });

  await test.step('revokes the access and signs out everywhere', async () => {
    await page.goto(`${desk.apiUrl}/oauth/programs`);
    await page.getByRole('button', { name: 'Revoke access' }).first().click();
    await expect(page.getByRole('status')).toContainText('no longer has access.');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out everywhere' })).toBeVisible();
  });
});
