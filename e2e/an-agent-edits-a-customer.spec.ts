import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

test('An agent edits a customer', async ({ page, addColleague }) => {
  const emil = await addColleague('Emil');
  const { id } = await emil.createTicket({ subject: 'The roof leaks', customer_name: 'Ada' });
  await openSignedIn(page, `/tickets/${id}`);
  await expect(page.getByRole('heading', { name: 'The roof leaks' })).toBeFocused();
  const form = page.getByRole('dialog', { name: 'Customer' });
  const email = form.getByLabel('Customer email');
  const button = page.getByRole('button', { name: /^Customer: / });

  await test.step('gets an error at the field', async () => {
    await page.keyboard.press('Shift+C');
    await email.fill('ada');
    await page.keyboard.press('Enter');
    await expect(email).toHaveAccessibleDescription('Customer email is not an email address');
    await expect(button).toContainText('Ada');
  });

  await test.step('closes the form by accident, reloads, and continues', async () => {
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(button).toContainText('Draft');
    await page.reload();
    await button.click();
    await expect(email).toHaveValue('ada');
    await email.fill('ada@lovelace.example');
  });

  await test.step('cancels the edit and restores it', async () => {
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(button).not.toContainText('Draft');
    await page
      .getByRole('group', { name: `Your change to the customer of #${id} was discarded` })
      .getByRole('button', { name: 'Undo' })
      .click();
    await button.click();
    await expect(email).toHaveValue('ada@lovelace.example');
  });

  await test.step('saves the edit', async () => {
    await page.keyboard.press('Enter');
    await expect(button).toHaveText(/ada@lovelace\.example$/);
    const saved = { customer_name: 'Ada', customer_email: 'ada@lovelace.example' };
    await expect.poll(() => emil.readTicket(id)).toMatchObject(saved);
  });

  await test.step('continues typing while the form is saved, and loses nothing', async () => {
    const release = await delayRequests(page, 'PATCH', '**/api/tickets/*');
    await button.click();
    await email.fill('ada@home.example');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await button.click();
    await email.fill('ada@work.example');
    const readAgain = page.waitForRequest(request => request.method() === 'GET' && request.url().endsWith(`/${id}`));
    release();
    await readAgain;
    await expect(email).toHaveValue('ada@work.example');
  });
});
