import { findViolationsInBothThemes } from './accessibility.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

test.use({ expectedErrors: /status of 500/ });

test('An agent looks up a customer', async ({ page, addColleague }) => {
  const emil = await addColleague('Emil');
  const ada = { customer_name: 'Ada Lovelace', customer_email: 'ada@lovelace.example' };
  const leak = await emil.createTicket({ subject: 'The roof leaks', ...ada });
  const engine = await emil.createTicket({
    subject: 'The engine is late',
    ...ada,
    customer_email: 'Ada@Lovelace.example',
  });
  const single = await emil.createTicket({ subject: 'A first question', customer_email: 'rui@norte.example' });
  const panel = page.getByRole('region', { name: 'Customer', exact: true });
  const button = page.getByRole('button', { name: 'Customer details' });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const others = panel.getByRole('region', { name: 'Other tickets' });

  await test.step('sees name, address, first contact and other tickets beside the thread', async () => {
    await openSignedIn(page, `/tickets/${leak.id}`);
    await expect(heading('The roof leaks')).toBeFocused();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('i');
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(panel).toContainText('Ada Lovelace');
    await expect(panel).toContainText('ada@lovelace.example');
    await expect(panel.getByRole('definition').getByRole('time')).toBeVisible();
    await expect(others.getByRole('listitem')).toHaveText([/^The engine is lateOpen · #\d+(now|\dm)$/]);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  await test.step('opens another ticket of the customer; the panel stays open, even after a reload', async () => {
    await others.getByRole('link', { name: /^The engine is late/ }).click();
    await expect(heading('The engine is late')).toBeVisible();
    await page.reload();
    await expect(others.getByRole('link', { name: /^The roof leaks/ })).toBeVisible();
  });

  await test.step('sees a change of state before the server has stored it', async () => {
    const release = await delayRequests(page, 'PATCH', '**/api/tickets/*');
    await expect(page.getByRole('button', { name: 'State: Open' })).toBeVisible();
    await page.keyboard.press('e');
    await others.getByRole('link', { name: /^The roof leaks/ }).click();
    await expect(others.getByRole('link', { name: /^The engine is late/ })).toContainText('Closed');
    release();
    await expect.poll(async () => (await emil.readTicket(engine.id)).state).toBe('closed');
  });

  await test.step('lists all tickets of the customer', async () => {
    await panel.getByRole('link', { name: 'All tickets of Ada Lovelace' }).click();
    await expect(page).toHaveURL(/\/tickets\?customer_email=ada(@|%40)lovelace\.example$/i);
    await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('link')).toHaveCount(2);
  });

  await test.step('reads that a customer has no other tickets, after a failure and a retry', async () => {
    await page.route('**/api/customers/*', route => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`/tickets/${single.id}`);
    await expect(panel.getByRole('heading', { name: 'Couldn’t load the customer' })).toBeVisible();
    await page.unroute('**/api/customers/*');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(others).toContainText('No other tickets');
  });

  await test.step('opens a sheet in a narrow window and on a phone', async () => {
    const sheet = page.getByRole('dialog', { name: 'Customer', exact: true });
    for (const width of [1024, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(panel).toBeHidden();
      await button.focus();
      await page.keyboard.press('i');
      await expect(sheet).toContainText('No other tickets');
      expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(button).toBeFocused();
    }
  });

  await test.step('hides the panel with the key that shows it', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(panel).toBeVisible();
    await page.keyboard.press('i');
    await expect(panel).toBeHidden();
  });
});
