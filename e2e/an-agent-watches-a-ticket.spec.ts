import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { palette } from './palette.ts';

test('An agent watches a ticket and lists the watched tickets with the keyboard', async ({ page }) => {
  const toast = (title: string) => page.getByRole('group', { name: title, exact: true });
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  const menu = page.getByRole('dialog', { name: 'More actions' });
  await openSignedIn(page, '/tickets/1039?watching=true');
  await expect(page.getByRole('heading', { name: 'Nobody in the Lisbon office' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the filter watching: yes' })).toBeVisible();
  await expect(page.getByText('No tickets match these filters')).toBeVisible();

  await test.step('watches the ticket, which appears in the list', async () => {
    await page.keyboard.press('w');
    await expect(toast('Watching #1039')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await expect(menu.getByRole('button', { name: 'Stop watching' })).toBeEnabled();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('stops watching the ticket, and undoes the change', async () => {
    await page.keyboard.press('w');
    await expect(toast('Stopped watching #1039')).toBeVisible();
    await page.keyboard.press('z');
    await expect(toast('Watching #1039')).toBeVisible();
    await page.reload();
    await expect(rows).toHaveCount(1);
  });

  await test.step('stops watching, and opens the notifications, with the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('watch');
    await expect(palette(page).getByRole('option', { selected: true })).toContainText('Watch the ticket or stop');
    await page.keyboard.press('Enter');
    await expect(toast('Stopped watching #1039')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('notifications');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('mark');
    await expect(palette(page).getByRole('option', { name: 'Mark all as read' })).toBeVisible();
  });
});
