import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

const path = '/tickets/1039?state=open&sort=-priority,created_at';
const ticket = (page: Page) => page.getByRole('region', { name: 'Ticket', exact: true });
const row = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link').filter({ hasText: '#1039' });
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const announced = (page: Page) => ticket(page).getByRole('status').filter({ hasText: 'Petra' });

test('A colleague opens a ticket, writes and leaves', async ({ page, browser, desk }) => {
  const petra = await desk.addPerson('Petra');
  const context = await browser.newContext({ baseURL: desk.url });
  const colleague = await context.newPage();
  const viewer = ticket(page).getByTitle('Petra is viewing');
  await openSignedIn(page, path);
  await expect(reply(page)).toBeVisible();

  await test.step('sees that the colleague views the ticket, in the ticket and in the list', async () => {
    await openSignedIn(colleague, path, petra);
    await expect(viewer).toBeVisible();
    await expect(announced(page)).toHaveText('Petra is viewing');
    await expect(row(page)).toHaveAccessibleName(/Petra is viewing\. Assigned to Jonas Weber/);
    await expect(ticket(colleague).getByTitle('Administrator is viewing')).toBeVisible();
  });

  await test.step('sees that the colleague writes, and that the colleague has sent the reply', async () => {
    await reply(colleague).fill('We will call Lisbon today.');
    await expect(ticket(page).getByText('Petra is writing…')).toBeVisible();
    await expect(row(page)).toHaveAccessibleName(/Petra is writing/);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await reply(colleague).press('ControlOrMeta+Enter');
    await expect(ticket(page).getByText('Petra is writing…')).toBeHidden();
    await expect(viewer).toBeVisible();
  });

  await test.step('sees that the colleague has left', async () => {
    await colleague.goto('/gists');
    await expect(viewer).toBeHidden();
    await colleague.goto(path);
    await expect(viewer).toBeVisible();
  });

  await test.step('a colleague who does not want to be seen is not shown', async () => {
    await colleague.getByRole('button', { name: 'Petra', exact: true }).click();
    await colleague.getByRole('button', { name: 'Preferences' }).click();
    await colleague.getByRole('switch', { name: 'Show others which ticket I have open' }).click();
    await expect(viewer).toBeHidden();
    await expect(row(page)).not.toHaveAccessibleName(/Petra is/);
  });
  await context.close();
});
