import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { follow } from './follow.ts';
import { overTheApi } from './over-the-api.ts';
import { signInUnseen } from './sign-in-unseen.ts';
import { violationsInBothThemes } from './violations.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const drafts = (page: Page) => page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');

test('An agent finds what they began', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInUnseen(context.request);
  const api = overTheApi(context.request);
  const { id: kept } = await api.create({ subject: 'The bell rings twice' });
  const { id: gone } = await api.create({ subject: 'The bell is silent' });

  await test.step('in tickets that no list at hand shows', async () => {
    for (const [id, text] of [
      [gone, 'Is it plugged in?'],
      [kept, 'Once is enough.'],
    ] as const) {
      await page.goto(`/tickets/${id}?q=nothing`);
      await reply(page).fill(text);
      await expect(page.getByText('Draft saved')).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(drafts(page)).toHaveText([/The bell rings twice.*Once is enough/, /The bell is silent.*plugged in/]);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  await test.step('and in one that was deleted meanwhile: its text can still be had', async () => {
    await api.remove(gone);
    await page.reload();
    const left = drafts(page).filter({ hasText: `#${gone} was deleted` });
    await left.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Is it plugged in?');
    await left.getByRole('button', { name: 'Discard' }).click();
    await expect(drafts(page)).toHaveCount(1);
    await page.keyboard.press('z');
    await expect(left).toBeVisible();
  });

  await test.step('and what they changed and did not save', async () => {
    const { id: loud } = await api.create({ subject: 'The bell is loud' });
    const note = await api.write(loud, { body: 'It rang at nine.', type: 'note' });
    await follow(page, `/tickets/${loud}?state=open`);
    const thread = page.getByRole('region', { name: 'Messages' });
    await thread
      .getByRole('article')
      .getByRole('button', { name: /^Actions/ })
      .press('Enter');
    await page.getByRole('button', { name: 'Edit' }).click();
    await thread.getByRole('textbox', { name: /^Edit the/ }).fill('It rang at ten.');
    await follow(page, '/gists/1/edit');
    await page.getByRole('textbox', { name: 'Description' }).fill('Reply: refund');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await follow(page, '/gists');
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
    await follow(page, '/tickets?q=bell');
    const row = page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: 'The bell is loud' });
    await expect(row).toContainText('Draft');
  });

  await test.step('and a subject and a customer that they did not get to save', async () => {
    const { id: bell } = await api.create({ subject: 'The door chimes', customer_name: 'Ada' });
    const begun = page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: 'The door chimes' });
    const form = page.getByRole('dialog', { name: 'Customer' });
    await follow(page, `/tickets/${bell}?q=chimes`);
    await page.getByRole('button', { name: 'The door chimes' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('The door chimes at night');
    await expect(begun).toContainText('Draft');
    await follow(page, '/drafts');
    await expect(drafts(page).filter({ hasText: 'at night' })).toHaveText(/The door chimes.*Change to the subject/);
    await drafts(page).filter({ hasText: 'at night' }).getByRole('link').click();
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('The door chimes at night');
    await page.getByRole('textbox', { name: 'Subject' }).press('Escape');

    await page.goto(`/tickets/${bell}?q=chimes`);
    await expect(begun).toBeVisible();
    await expect(begun).not.toContainText('Draft');
    await page.getByRole('button', { name: /^Customer: / }).click();
    await form.getByLabel('Email').fill('ada@lovelace.example');
    await page.keyboard.press('Escape');
    await expect(begun).toContainText('Draft');
    await page.goto('/drafts');
    const customer = drafts(page).filter({ hasText: 'Change to the customer' });
    await expect(customer).toContainText('Ada · ada@lovelace.example');
    await customer.getByRole('button', { name: 'Discard' }).click();
    await expect(customer).toHaveCount(0);
    await page.keyboard.press('z');
    await customer.getByRole('link').click();
    await expect(form.getByLabel('Email')).toHaveValue('ada@lovelace.example');
    await form.getByLabel('Email').fill('');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Customer: / })).not.toContainText('Draft');
    await follow(page, '/drafts');
  });

  await test.step('they go on with one', async () => {
    await drafts(page).getByRole('link', { name: 'The bell rings twice' }).first().click();
    await expect(reply(page)).toHaveValue('Once is enough.');
  });
});
