import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

const ticket = '/tickets/1039?state=open&sort=-priority,created_at';
const unfinished = 'Dear Rui,\nnobody in Lisbon';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const row = (page: Page) => page.getByRole('listitem').filter({ hasText: '#1039' });

test('An unsent reply survives reloads and a crash of the tab', async ({ page, context }) => {
  await openSignedIn(page, ticket);

  await test.step('reloads the page and finds both reply and note', async () => {
    await expect(reply(page)).toBeVisible();
    await page.keyboard.press('n');
    await expect(note(page)).toBeFocused();
    await page.keyboard.type('Ask Jonas');
    await page.getByRole('group', { name: 'Message type' }).getByText('Reply').click();
    await page.keyboard.type(unfinished);
    await expect(page.getByRole('radio', { name: 'Note (draft saved)' })).toBeVisible();
    await expect(page.getByText('Draft saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(reply(page)).toHaveValue(unfinished);
    await expect(row(page).getByText('Draft')).toBeVisible();
    await page.keyboard.press('n');
    await expect(note(page)).toHaveValue('Ask Jonas');
  });

  await test.step('finds the last edited draft selected', async () => {
    await note(page).press('ControlOrMeta+End');
    await page.keyboard.type(' and Inês');
    await page.reload();
    await expect(note(page)).toHaveValue('Ask Jonas and Inês');
    await page.keyboard.press('r');
    await reply(page).press('ControlOrMeta+End');
    await page.keyboard.type(' can');
    await page.reload();
    await expect(reply(page)).toHaveValue(`${unfinished} can`);
  });

  await test.step('finds the reply after the tab crashed', async () => {
    const tab = await context.newPage();
    await tab.goto(ticket);
    await reply(tab).press('ControlOrMeta+End');
    await tab.keyboard.type(' sign in');
    const crashed = tab.waitForEvent('crash');
    const devtools = await context.newCDPSession(tab);
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await tab.close();
    await page.reload();
    await expect(reply(page)).toHaveValue(`${unfinished} can sign in`);
  });

  await test.step('discards the draft and restores it', async () => {
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await expect(reply(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('z');
    await expect(reply(page)).toHaveValue(`${unfinished} can sign in`);
  });
});
