import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { navigateWithinPage } from './navigate-within-page.ts';
import { signInByRequest } from './sign-in-by-request.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const drafts = (page: Page) => page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');

test('An agent finds drafts', async ({ page, context, api }) => {
  await signInByRequest(context.request);
  const { id: existingId } = await api.createTicket({ subject: 'The bell rings twice' });
  const { id: deletedId } = await api.createTicket({ subject: 'The bell is silent' });

  await test.step('finds replies to tickets outside of the list', async () => {
    for (const [id, text] of [
      [deletedId, 'Is it plugged in?'],
      [existingId, 'Once is enough.'],
    ] as const) {
      await page.goto(`/tickets/${id}?q=nothing`);
      await reply(page).fill(text);
      await expect(page.getByText('Draft saved')).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(drafts(page)).toHaveText([/The bell rings twice.*Once is enough/, /The bell is silent.*plugged in/]);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  await test.step('finds and copies a reply to a deleted ticket', async () => {
    await api.deleteTicket(deletedId);
    await page.reload();
    const deletedTicketDraft = drafts(page).filter({ hasText: `#${deletedId} was deleted` });
    await deletedTicketDraft.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Is it plugged in?');
    await deletedTicketDraft.getByRole('button', { name: 'Discard' }).click();
    await expect(drafts(page)).toHaveCount(1);
    await page.keyboard.press('z');
    await expect(deletedTicketDraft).toBeVisible();
  });

  await test.step('finds unsaved messages and gists', async () => {
    const { id: loudId } = await api.createTicket({ subject: 'The bell is loud' });
    const note = await api.addMessage(loudId, { body: 'It rang at nine.', type: 'note' });
    await navigateWithinPage(page, `/tickets/${loudId}?state=open`);
    const thread = page.getByRole('region', { name: 'Messages' });
    await thread
      .getByRole('article')
      .getByRole('button', { name: /^Actions/ })
      .press('Enter');
    await page.getByRole('button', { name: 'Edit' }).click();
    await thread.getByRole('textbox', { name: /^Edit the/ }).fill('It rang at ten.');
    await navigateWithinPage(page, '/gists/1/edit');
    await page.getByRole('textbox', { name: 'Description' }).fill('Reply: refund');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await navigateWithinPage(page, '/gists');
    await expect(page.getByRole('list', { name: 'Gists' }).getByRole('link').filter({ hasText: 'Draft' })).toHaveCount(
      1,
    );
    await page.goto('/drafts');
    await expect(drafts(page)).toHaveText([
      /Once is enough/,
      /The bell is silent|was deleted/,
      /The bell is loud.*It rang at ten.*Change to a message/,
      /double charge.*Reply: refund.*Changes to a gist/,
    ]);
    await drafts(page).nth(2).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`#message-${note.id}$`));
    await expect(thread.getByRole('button', { name: 'Continue editing' })).toBeVisible();
    await navigateWithinPage(page, '/tickets?q=bell');
    const row = page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: 'The bell is loud' });
    await expect(row).toContainText('Draft');
  });

  await test.step('finds an unsaved subject and customer', async () => {
    const { id: doorId } = await api.createTicket({ subject: 'The door chimes', customer_name: 'Ada' });
    const changed = page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: 'The door chimes' });
    const form = page.getByRole('dialog', { name: 'Customer' });
    await navigateWithinPage(page, `/tickets/${doorId}?q=chimes`);
    await page.getByRole('button', { name: 'The door chimes' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('The door chimes at night');
    await expect(changed).toContainText('Draft');
    await navigateWithinPage(page, '/drafts');
    await expect(drafts(page).filter({ hasText: 'at night' })).toHaveText(/The door chimes.*Change to the subject/);
    await drafts(page).filter({ hasText: 'at night' }).getByRole('link').click();
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('The door chimes at night');
    await page.getByRole('textbox', { name: 'Subject' }).press('Escape');

    await page.goto(`/tickets/${doorId}?q=chimes`);
    await expect(changed).toBeVisible();
    await expect(changed).not.toContainText('Draft');
    await page.getByRole('button', { name: /^Customer: / }).click();
    await form.getByLabel('Customer email').fill('ada@lovelace.example');
    await page.keyboard.press('Escape');
    await expect(changed).toContainText('Draft');
    await page.goto('/drafts');
    const customer = drafts(page).filter({ hasText: 'Change to the customer' });
    await expect(customer).toContainText('Ada · ada@lovelace.example');
    await customer.getByRole('link').click();
    await expect(form.getByLabel('Customer email')).toHaveValue('ada@lovelace.example');
    await form.getByLabel('Customer email').fill('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Customer: / })).not.toContainText('Draft');
    await navigateWithinPage(page, '/drafts');
  });

  await test.step('continues a draft', async () => {
    await drafts(page).getByRole('link', { name: 'The bell rings twice' }).first().click();
    await expect(reply(page)).toHaveValue('Once is enough.');
  });
});
