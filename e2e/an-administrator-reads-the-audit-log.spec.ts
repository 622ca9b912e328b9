import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

// The journey makes a page of the list fail.
test.use({ expectedErrors: /status of 500/ });

const entries = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');

test('An administrator reads the audit log', async ({ page, api }) => {
  await openSignedIn(page, '/settings');
  const mailbox = await api.addMailbox({ name: 'Orders', address: 'orders@desk.example' });
  await api.updateMailbox(mailbox.id, { name: 'Purchases' });
  await api.updateSettings({ retention: { audit_days: 400 } });

  await test.step('sees who changed what, newest first, with links to the targets', async () => {
    await page.goto('/settings'); // loads the names of mailboxes again
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(entries(page).nth(0)).toContainText(/Changed the settings.*Administrator.*Desk/);
    await expect(entries(page).nth(1)).toContainText(/Changed a mailbox.*Administrator.*Purchases/);
    await expect(entries(page).nth(2)).toContainText(/Added a mailbox.*Administrator.*Purchases/);
    await entries(page).nth(1).getByRole('link', { name: 'Purchases' }).click();
    await expect(page).toHaveURL(new RegExp(`/settings/mailboxes/${mailbox.id}$`));
    await page.goBack();
  });

  await test.step('opens an entry with j and Enter, and sees the old and new values', async () => {
    await expect(entries(page).first()).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'Changed a mailbox' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Changed a mailbox' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'name Orders Purchases' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/settings\/audit$/);
  });

  await test.step('filters by person and kind; the filters are in the URL and removable', async () => {
    await page.getByRole('button', { name: '+ Filter' }).click();
    const filters = page.getByRole('dialog', { name: 'Filter' });
    await filters.getByLabel(/^About/).selectOption('Mailboxes');
    await expect(page).toHaveURL(/\?target_kind=mailbox$/);
    await filters.getByLabel(/^Person/).selectOption('Administrator');
    await expect(entries(page)).toHaveCount(2);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(entries(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Remove the filter Mailboxes' }).click();
    await page.getByRole('button', { name: 'Remove the filter By Administrator' }).click();
    await expect(page).toHaveURL(/\/settings\/audit$/);
    await expect(entries(page).filter({ hasText: 'Command line' }).first()).toBeVisible();
  });

  await test.step('sees a link from an invitation to its person', async () => {
    const { id } = await api.readPerson();
    await api.invite(id, 'link');
    await page.goto('/settings/audit?target_kind=invitation');
    const target = entries(page).getByRole('link', { name: 'Administrator' });
    await expect(target).toHaveAttribute('href', `/settings/people/${id}`);
  });

  await test.step('sees nothing in a period without changes', async () => {
    await page.goto('/settings/audit?created_before=2020-01-01T00:00:00Z');
    await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  });

  await test.step('loads older entries', async () => {
    for (let n = 0; n < 50; n++) await api.updateMailbox(mailbox.id, { name: `Purchases ${n}` });
    await page.goto('/settings/audit?target_kind=mailbox');
    await expect(entries(page)).toHaveCount(50);
    const older = /api\/audit_entries.*cursor/;
    await page.route(older, route => route.fulfill({ status: 500, json: { code: 50000, message: 'Broken' } }));
    await page.getByRole('button', { name: 'Show older entries' }).click();
    await expect(page.getByRole('alert')).toContainText('Broken');
    await page.unroute(older);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'Added a mailbox' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show older entries' })).toBeHidden();
  });

  await test.step('sees that an entry does not exist', async () => {
    await page.goto('/settings/audit/nowhere');
    await page.getByRole('link', { name: 'Go to the audit log' }).click();
    await expect(entries(page).first()).toBeVisible();
  });
});
