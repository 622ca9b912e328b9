import { expect, openAndSignIn, test } from './fixtures.ts';
import { fillSignInForm, getAuthorizationUrl } from './oauth-client.ts';

/** The error of Swagger UI's redirect page, which this test opens without its opener. */
test.use({ expectedErrors: /swaggerUIRedirectOauth2/ });

test('A person revokes an app’s permission and signs out everywhere', async ({ page, desk }) => {
  const person = await desk.addPerson('Thabo');
  const programs = `${desk.apiUrl}/oauth/programs`;
  const permission = page.getByRole('list', { name: 'API reference' });

  await test.step('follows the link from the consent page to the permissions', async () => {
    await page.goto(getAuthorizationUrl(desk));
    await fillSignInForm(page, person);
    await page.getByRole('link', { name: 'Connected apps' }).click();
    await expect(page).toHaveTitle('Connected apps · Stardesk');
    await expect(page.getByText('No connected apps.')).toBeVisible();
    await page.goBack();
  });

  await test.step('allows the app and sees its permissions', async () => {
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page).toHaveURL(/[?&]code=/);
    await page.goto(programs);
    await expect(permission.getByRole('listitem')).toHaveText([
      'See tickets and saved views',
      'Send replies and write notes',
    ]);
  });

  await test.step('revokes the permission; a reload changes nothing', async () => {
    await page.getByRole('button', { name: 'Revoke access' }).click();
    await expect(page.getByRole('status')).toContainText('API reference');
    await expect(page.getByRole('status')).toContainText('no longer has access.');
    await expect(permission).toBeHidden();
    await page.reload();
    await expect(page.getByRole('status')).toHaveText('That access had already ended.');
  });

  await test.step('is asked for consent again', async () => {
    await page.goto(getAuthorizationUrl(desk));
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  });

  await test.step('signs out everywhere, including the desk', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('button', { name: 'New' })).toBeVisible();
    await page.goto(programs);
    await expect(page.getByText('This browser')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out everywhere' })).toBeVisible();
    await openAndSignIn(page, '/', person);
  });
});
