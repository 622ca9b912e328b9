import type { Locator, Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Desk' });
const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' }).getByRole('article');
const openTicket = (page: Page) => page.getByRole('button', { name: /^Open the ticket/ }).click();

test('A new desk holds a whole conversation', async ({ page, api }) => {
  await openSignedIn(page, '/tickets');

  await test.step('writes as the customer, and keeps the text across a reload', async () => {
    await sidebar(page).getByRole('link', { name: 'Captured mail' }).click();
    await page.getByRole('button', { name: 'Write as the customer' }).click();
    const form = page.getByRole('dialog', { name: 'Write to Support' });
    await form.getByLabel('From').fill('Nora Quist <nora@quist.example>');
    await form.getByLabel('Subject').fill('The lamp flickers');
    await form.getByLabel('Body').fill('Since Monday, every evening.');
    await page.goto('/drafts');
    const draft = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
    await expect(draft).toHaveText(/The lamp flickers.*every evening.*Email as the customer/);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await draft.getByRole('link').click();
    await expect(form.getByLabel('Body')).toHaveValue('Since Monday, every evening.');
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    await page.keyboard.press('ControlOrMeta+Enter');
    await openTicket(page);
    await expect(page.getByRole('heading', { name: 'The lamp flickers' })).toBeVisible();
    await expect(messages(page)).toHaveCount(1);
    await expect(messages(page).first()).toContainText('Nora Quist');
  });
  const ticketPath = new URL(page.url()).pathname;

  await test.step('answers in the ticket', async () => {
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reply' }).fill('Does it flicker with **another bulb**?');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('button', { name: 'Undo send' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo send' })).toHaveCount(0);
    await expect(messages(page).getByText('Captured')).toBeVisible();
  });

  await test.step('reads the captured mail', async () => {
    await sidebar(page).getByRole('link', { name: 'Captured mail' }).click();
    await page
      .getByRole('list', { name: 'Captured mail' })
      .getByRole('link', { name: /The lamp flickers.*To Nora Quist/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Re: The lamp flickers' })).toBeVisible();
    const rendered = page.getByRole('article', { name: 'Rendered' });
    await expect(rendered.getByText('another bulb')).toHaveRole('strong');
    await page.getByText('Headers', { exact: true }).click();
    await expect(page.getByRole('article', { name: 'Headers' })).toContainText('nora@quist.example');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.getByText('Source', { exact: true }).click();
    await expect(page.getByRole('article', { name: 'Source' })).toContainText('multipart/alternative');
    await page.getByText('Text', { exact: true }).click();
    await expect(page.getByRole('article', { name: 'Text' })).toContainText('**another bulb**');
  });

  await test.step('replies as the customer', async () => {
    await page.getByRole('button', { name: 'Reply as the customer' }).click();
    const form = page.getByRole('dialog', { name: 'Reply as the customer' });
    await expect(form.getByLabel('From')).toHaveValue('Nora Quist <nora@quist.example>');
    await expect(form.getByLabel('Subject')).toHaveValue('Re: The lamp flickers');
    await expect(form.getByLabel('Body')).toBeFocused();
    await page.keyboard.type('It does not.');
    await page.goto('/drafts');
    await page.getByRole('list', { name: 'Drafts' }).getByRole('link', { name: 'Re: The lamp flickers' }).click();
    await expect(form.getByLabel('Body')).toHaveValue('It does not.');
    await form.getByLabel('Body').press('ControlOrMeta+End');
    await page.keyboard.type(' Thank you!');
    await page.keyboard.press('ControlOrMeta+Enter');
  });

  await test.step('finds all messages on one ticket', async () => {
    await openTicket(page);
    await expect(page).toHaveURL(new RegExp(`${ticketPath}$`));
    await expect(messages(page)).toHaveCount(3);
    await expect(messages(page).nth(0)).toContainText('every evening');
    await expect(messages(page).nth(1)).toContainText('another bulb');
    await expect(messages(page).nth(2)).toContainText('It does not. Thank you!');
  });

  await test.step('copies the draft of a mail after all mailboxes were disabled', async () => {
    await page.goto('/mail/captured');
    await page.getByRole('button', { name: 'Write as the customer' }).click();
    await page.getByRole('dialog', { name: 'Write to Support' }).getByLabel('Body').fill('One more question.');
    for (const { id } of await api.readMailboxes()) await api.updateMailbox(id, { enabled: false });
    await page.goto('/drafts');
    const draft = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
    await expect(draft).toContainText('No mailbox captures mail, so this email cannot be sent');
    await expect(draft.getByRole('link')).toHaveCount(0);
    await draft.getByRole('button', { name: /^Copy/ }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('One more question.');
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });
});
