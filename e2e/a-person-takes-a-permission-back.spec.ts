import { expect, signInByPage, test } from './fixtures.ts';
import { authorizationAddress, fillIn } from './program.ts';

/** What the page that programs of this test are sent back to says when no page of theirs opened it. */
test.use({ excused: /swaggerUIRedirectOauth2/ });

test('A person takes a program’s permission back, and signs out everywhere', async ({ page, desk }) => {
  const person = await desk.addPerson('Thabo');
  const programs = `${desk.apiUrl}/oauth/programs`;
  const permission = page.getByRole('list', { name: 'API reference' });

  await test.step('reads on the consent page where it can be taken back', async () => {
    await page.goto(authorizationAddress(desk));
    await fillIn(page, person);
    await page.getByRole('link', { name: 'programs that act for you' }).click();
    await expect(page).toHaveTitle('Programs that act for you · Stardesk');
    await expect(page.getByText('No program acts for you.')).toBeVisible();
    await page.goBack();
  });

  await test.step('allows the program, and sees what it may do', async () => {
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page).toHaveURL(/[?&]code=/);
    await page.goto(programs);
    await expect(permission.getByRole('listitem')).toHaveText([
      'See tickets and saved views',
      'Send replies and write notes',
    ]);
  });

  await test.step('takes the permission back; loading the page again does no harm', async () => {
    await page.getByRole('button', { name: 'Take the permission back' }).click();
    await expect(page.getByRole('status')).toContainText('API reference');
    await expect(page.getByRole('status')).toContainText('no longer acts for you.');
    await expect(permission).toBeHidden();
    await page.reload();
    await expect(page.getByRole('status')).toHaveText('That had ended before.');
  });

  await test.step('is asked anew by the program', async () => {
    await page.goto(authorizationAddress(desk));
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  });

  await test.step('signs out everywhere, the desk among it', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('button', { name: 'New' })).toBeVisible();
    await page.goto(programs);
    await expect(page.getByText('This browser')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('heading', { name: 'You are signed out everywhere' })).toBeVisible();
    await signInByPage(page, '/', person);
  });
});
