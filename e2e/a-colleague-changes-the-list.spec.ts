import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const newTicketsButton = (page: Page) => page.getByRole('button', { name: '1 new' });

test('A colleague changes the list', async ({ page, addColleague }) => {
  const fadil = await addColleague('Fadil');
  const create = (subject: string) => fadil.createTicket({ subject, priority: 'low' });
  const getId = async (text: string) => (await row(page, text).getByRole('link').getAttribute('data-row')) ?? '';

  const stream = page.waitForResponse(/\/api\/events$/);
  await openSignedIn(page, '/tickets?state=open&sort=-created_at');
  await expect(rows(page).first()).toBeVisible();
  await stream;

  const top = await rows(page).first().getByRole('link').getAttribute('data-row');
  const [leaving, changing] = ['Password reset mail lands in spam', 'Export stops at 10,000 rows'];

  await test.step('sees every row updated in place; nothing moves under the pointer', async () => {
    await row(page, leaving).hover();
    await create('Lights are out in Porto');
    await fadil.updateTicket(await getId(leaving), { state: 'closed' });
    await fadil.updateTicket(await getId(changing), { priority: 'urgent' });
    const before = await row(page, leaving).boundingBox();
    await expect(newTicketsButton(page)).toBeVisible();
    await expect(rows(page).first().getByRole('link')).toHaveAttribute('data-row', top ?? '');
    expect(await row(page, leaving).boundingBox()).toEqual(before);
    await expect(row(page, leaving)).toContainText('no longer in this list');
    await expect(row(page, changing).getByRole('img', { name: 'Urgent priority' })).toBeVisible();
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Ticket list"]' })).toEqual([]);
  });

  await test.step('sees the agent’s own changes immediately', async () => {
    const ownRow = row(page, 'How do we move a seat to another teammate?');
    await ownRow.getByRole('link').click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(ownRow).toHaveCount(0);
    await expect(rows(page).first().getByRole('link')).toHaveAttribute('data-row', top ?? '');
    await expect(newTicketsButton(page)).toBeVisible();
  });

  await test.step('shows the new tickets with a key', async () => {
    await page.keyboard.press('.');
    await expect(rows(page).first()).toContainText('Lights are out in Porto');
    await expect(row(page, leaving)).toHaveCount(0);
    await expect(newTicketsButton(page)).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /^Now \d+ tickets$/ })).toHaveCount(1);
  });

  await test.step('shows new tickets with the button, which moves the focus to the list', async () => {
    await create('Lights are on again');
    await newTicketsButton(page).click();
    await expect(rows(page).first()).toContainText('Lights are on again');
    await expect(rows(page).first().getByRole('link')).toBeFocused();
  });
});
