import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expectStepsDone, openStep } from './checklist.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { startMailServer } from './mail-server.ts';
import { administrator } from './people.ts';
import { tabTo } from './tab-to.ts';

test.use({ sampleData: 'off' });

const form = (page: Page, name: string) => page.getByRole('form', { name });

async function expectDone(page: Page, number: number): Promise<void> {
  await page.goto('/settings/start');
  await expectStepsDone(page, number);
}

test('An administrator follows the checklist of an empty desk with the keyboard', async ({ page, desk, api }) => {
  const server = await startMailServer();
  const { keyboard } = page;

  await test.step('the checklist opens automatically, and only once', async () => {
    await openSignedIn(page, '/');
    await expect(page).toHaveURL(/\/settings\/start$/);
    await expect(page.getByText('0 of 5 steps done')).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'All done: no open tickets' })).toBeVisible();
    await expect(page).toHaveURL(/\/tickets/);
  });

  await test.step('chooses a password', async () => {
    await page.goto('/settings/start');
    await openStep(page, 1);
    await tabTo(page, page.getByRole('button', { name: 'Change your password' }));
    await keyboard.press('Enter');
    await expect(page.getByLabel('Current password')).toBeFocused();
    await keyboard.type(administrator.password);
    await keyboard.press('Tab');
    await keyboard.type('a password of my own');
    await keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(/^Password changed/)).toBeVisible();
    await expectDone(page, 1);
  });

  await test.step('names the desk', async () => {
    await openStep(page, 2);
    await tabTo(page, form(page, 'General').getByLabel('Name'));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('Tallywright');
    await keyboard.press('ControlOrMeta+Enter');
    await expect(page).toHaveTitle('Desk · Tallywright');
    await page.reload();
    await expect(page.getByRole('banner').getByText('Tallywright')).toBeVisible();
    await page.request.get(`${desk.apiUrl}/oauth/forgot`).then(async response => {
      expect(await response.text()).toContain('· Tallywright</title>');
    });
    await expectDone(page, 2);
  });

  await test.step('sees the mailbox step done after the API connected the mailbox to a mail server', async () => {
    const [mailbox] = await api.readMailboxes();
    await api.connectMailbox(mailbox?.id ?? '', { host: '127.0.0.1', port: server.port, security: 'none' });
    await api.updateMailbox(mailbox?.id ?? '', { transport: 'smtp' });
    await expectDone(page, 3);
  });

  await test.step('invites a colleague by email', async () => {
    await openStep(page, 4);
    await expect(form(page, 'Person').getByLabel('Name')).toBeFocused();
    await keyboard.type('Nora Quist');
    await keyboard.press('Tab');
    await keyboard.type('nora@tallywright.example');
    const mail = new Promise<string>(resolve => Object.assign(server, { onMail: resolve }));
    await keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Invitation sent to nora@tallywright.example')).toBeVisible();
    expect(await mail).toContain('Subject: Your invitation to Tallywright');
    await expectDone(page, 4);
  });

  await test.step('makes a backup, and hides the checklist', async () => {
    await openStep(page, 5);
    await expect(page.getByText('No backup has been made yet.')).toBeVisible();
    await expect(page.getByText(/^npm run desk -- backup stardesk-\d{4}-\d\d-\d\d\.backup$/)).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await desk.makeBackup();
    await page.goto('/settings/start');
    await expect(page.getByText('Your desk is ready.')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Hide this checklist' }));
    await keyboard.press('Enter');
    await expect(page.getByText('Checklist hidden')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start', exact: true })).toBeHidden();
  });
  await server.close();
});
