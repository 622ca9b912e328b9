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
      .getByRole('region', { name: `Your change to the customer of #${id} was discarded` })
      .getByRole('button', { name: 'Undo' })
      .click();
    await button.click();
    await expect(email).toHaveValue('ada@lovelace.example');
  });

  await test.step('resolves a conflict with the email address that a colleague set', async () => {
    await emil.updateTicket(id, { customer_email: 'office@lovelace.example', priority: 'high' });
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Emil changed this too' });
    await expect(question.getByRole('radio', { name: /Emil.*office@lovelace\.example/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(button).toHaveText(/ada@lovelace\.example$/);
    await expect(page.getByRole('button', { name: 'Priority: High' })).toBeVisible();
    expect(await emil.readTicket(id)).toMatchObject({ customer_name: 'Ada', customer_email: 'ada@lovelace.example' });
  });

  await test.step('undoes the change', async () => {
    await page
      .getByRole('region', { name: `Changed the customer email of #${id}` })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect.poll(async () => (await emil.readTicket(id)).customer_email).toBe('office@lovelace.example');
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
