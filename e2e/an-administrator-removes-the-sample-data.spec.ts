import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { openStep } from './checklist.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { tabTo } from './tab-to.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Sample data' });
const remove = (page: Page) => section(page).getByRole('button', { name: 'Remove the sample data' });

test('An administrator removes the sample data with the keyboard', async ({ page, api }) => {
  await openSignedIn(page, '/settings');
  await api.addMessage('1042', { body: 'We are on it.' });
  const { id } = await api.createTicket({ subject: 'The first real ticket' });

  await test.step('follows the last step of the checklist', async () => {
    await page.goto('/settings/start');
    await expect(page.getByText('0 of 6 steps done')).toBeVisible();
    await openStep(page, 6);
    await tabTo(page, remove(page));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Remove the sample data?' });
    await expect(dialog).toContainText(
      /deletes \d\d tickets and 13 gists, and disables 3 people\..* 1 item .* is not removed\./,
    );
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
  });

  await test.step('confirms, and sees how many items stay', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(section(page).getByText('The sample data was removed. 1 item that someone changed')).toBeVisible();
    await expect(section(page)).toBeFocused();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  await test.step('finds only the tickets that people wrote or answered', async () => {
    await page.goto('/tickets');
    await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('listitem')).toHaveCount(2);
    expect((await api.readTicket(id)).subject).toBe('The first real ticket');
    await page.goto('/settings/start');
    await expect(page.getByText('0 of 5 steps done')).toBeVisible();
    await page.goto('/settings/data');
    await expect(page.getByRole('region', { name: 'Restore' })).toBeVisible();
    await expect(section(page)).toBeHidden();
  });
});
