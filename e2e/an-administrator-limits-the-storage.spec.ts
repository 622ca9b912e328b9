import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

const megabyte = 1024 ** 2;
const form = (page: Page, name: string) => page.getByRole('form', { name });
const storageField = (page: Page) => form(page, 'File limits').getByLabel('Storage limit');
const warning = (page: Page) => page.getByRole('region', { name: 'Storage' });

test('An administrator limits the storage, and an agent’s upload is rejected', async ({ page, api, desk, browser }) => {
  await openSignedIn(page, '/tickets');
  const { used } = (await api.readLimits()).storage_bytes;
  expect(used, 'the sample data has few files').toBeLessThan(megabyte);

  await test.step('sets a limit with the keyboard after invalid values are rejected', async () => {
    for (const key of ['g', 's']) await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    for (const key of ['j', 'j', 'j', 'j', 'j', 'j', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible();
    await expect(form(page, 'File limits').getByLabel('Maximum file size')).toHaveValue('25 MB');
    await storageField(page).focus();
    await page.keyboard.type('plenty');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Storage limit is not a size such as 25 MB')).toBeVisible();
    await storageField(page).fill('12 KB');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Storage limit is less than 1 MB')).toBeVisible();
    await expect(storageField(page)).toHaveAttribute('aria-invalid', 'true');
    await storageField(page).fill('1mb');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(storageField(page)).toHaveValue('1 MB');
    await expect(form(page, 'File limits').getByText(/^Files and emails use .* of 1 MB now\.$/)).toBeVisible();
    await expect(warning(page)).toBeHidden();
  });

  const agent = await desk.addPerson('Kim Park');
  const agentContext = await browser.newContext({ baseURL: desk.url });
  const agentPage = await agentContext.newPage();

  await test.step('an agent cannot attach a file that exceeds the limit, and loses no text', async () => {
    await openSignedIn(agentPage, '/tickets/1042', agent);
    const composer = agentPage.getByRole('region', { name: 'Write a message' });
    const reply = composer.getByRole('textbox', { name: 'Reply' });
    await reply.fill('The drawing is attached.');
    const chooser = agentPage.waitForEvent('filechooser');
    await composer.getByRole('button', { name: 'Attach' }).click();
    await (await chooser).setFiles({
      name: 'plan.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.alloc(megabyte, 'p'),
    });
    const chip = composer.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await expect(chip).toContainText('The file is 1 MB, and the files of the desk total');
    await expect(chip).toContainText('The storage limit is 1 MB. An administrator can raise it.');
    await expect(reply).toHaveText('The drawing is attached.');
    await agentPage.reload();
    await expect(reply).toHaveText('The drawing is attached.');
    await expect(chip).toContainText('The storage limit is 1 MB.');
    await expect(warning(agentPage), 'only administrators can change the limit').toBeHidden();
  });

  await test.step('an email with a file still arrives, and the administrator is warned', async () => {
    const { id: mailboxId } = (await api.readMailboxes())[0] ?? { id: '' };
    const file = `--x\nContent-Disposition: attachment; filename=scan.bin\n\n${'scan'.repeat(megabyte / 4)}\n--x--`;
    const head = 'From: ada@shop.example\nSubject: The large scan\nContent-Type: multipart/mixed; boundary=x';
    await api.receiveMail(mailboxId, `${head}\n\n${file}`);
    await expect.poll(async () => (await api.searchTickets('"large scan"')).length).toBe(1);
    await page.goto('/tickets?q=scan');
    await expect(warning(page)).toContainText(
      /Files and emails use \d+% of the storage limit \([\d.]+ MB of 1 MB\)\. Files cannot be attached now/,
    );
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Storage"]' })).toEqual([]);
  });

  await test.step('opens the setting from the warning, merges a colleague’s change, and the agent retries', async () => {
    await warning(page).getByRole('link', { name: 'Change the limit' }).press('Enter');
    await storageField(page).fill('10 GB');
    await page.reload();
    await expect(storageField(page), 'the draft survives').toHaveValue('10 GB');
    await api.updateSettings({ retention: { raw_mail_days: 30 } });
    await storageField(page).press('ControlOrMeta+Enter');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(form(page, 'Retention').getByLabel('Originals of incoming email')).toHaveValue('30');
    await expect(warning(page)).toBeHidden();
    const chip = agentPage.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await chip.getByRole('button', { name: /Retry/ }).click();
    await expect(chip).not.toContainText('storage limit');
    await agentContext.close();
  });

  await test.step('undoes the change, and dismisses the warning for this tab', async () => {
    await api.updateSettings({ retention: { raw_mail_days: 31 } }); // the undo merges this change
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(storageField(page)).toHaveValue('1 MB');
    await expect(warning(page)).toBeVisible();
    await warning(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(warning(page)).toBeHidden();
    await expect(page.locator('#content')).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible();
    await expect(warning(page)).toBeHidden();
  });

  await test.step('sees a colleague’s value of a field that both people changed', async () => {
    const days = form(page, 'Retention').getByLabel('Files of unsent drafts');
    await days.fill('20');
    await api.updateSettings({ retention: { unattached_file_days: 40 } });
    await days.press('ControlOrMeta+Enter');
    await expect(page.getByText('Theirs: 40')).toBeVisible();
    await days.press('ControlOrMeta+Enter');
    await expect.poll(async () => (await api.readSettings()).retention.unattached_file_days).toBe(20);
  });
});
