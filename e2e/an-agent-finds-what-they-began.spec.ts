import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { overTheApi } from './over-the-api.ts';
import { violations } from './violations.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const drafts = (page: Page) => page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');

test('An agent finds what they began', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  const api = overTheApi(context.request);
  const [kept, gone] = [await api.addTicket('The bell rings twice'), await api.addTicket('The bell is silent')];

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
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
  });

  await test.step('and in one that was deleted meanwhile: its text can still be had', async () => {
    await api.deleteTicket(gone);
    await page.reload();
    const left = drafts(page).filter({ hasText: `#${gone} was deleted` });
    await left.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Is it plugged in?');
    await left.getByRole('button', { name: 'Discard' }).click();
    await expect(drafts(page)).toHaveCount(1);
    await page.keyboard.press('z');
    await expect(left).toBeVisible();
  });

  await test.step('they go on with one', async () => {
    await drafts(page).getByRole('link', { name: 'The bell rings twice' }).click();
    await expect(reply(page)).toHaveValue('Once is enough.');
  });
});
