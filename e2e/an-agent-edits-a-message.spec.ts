import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

const pollMilliseconds = 30_500;
const thread = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true });
const message = (page: Page, text: string | RegExp) => thread(page).getByRole('article').filter({ hasText: text });
const field = (page: Page) => thread(page).getByRole('textbox', { name: /^Edit the/ });

/** A table that two messages of the thread contain. */
const table = '\n\n|Invoice|Amount|\n|-|-|\n|INV-20931|348.00|\n';

const toast = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true });
const undo = (page: Page, title: string) => toast(page, title).getByRole('button', { name: 'Undo' }).click();

/** Opens the menu of a message with the keyboard and clicks an item. */
async function choose(page: Page, text: string | RegExp, item: string): Promise<void> {
  await message(page, text)
    .getByRole('button', { name: /^Actions/ })
    .press('Enter');
  await page
    .getByRole('dialog', { name: /^Actions/ })
    .getByRole('button', { name: item })
    .click();
}

test('An agent edits a message', async ({ page, addColleague }) => {
  const ruth = await addColleague('Ruth');
  const { id } = await ruth.createTicket({ subject: 'Charged twice', description: `Twise charged.${table}` });
  const note = await ruth.addMessage(id, { body: 'Confirmd in the ledger', type: 'note' });
  const doomed = await ruth.addMessage(id, { body: 'The card is 4242 4242 4242 4242', direction: 'in' });
  await ruth.addMessage(id, { body: `A refund is on its way.${table}` });
  await page.clock.install();
  await openSignedIn(page, `/tickets/${id}`);

  await test.step('starts an edit, leaves, and finds the edit after a reload', async () => {
    await choose(page, 'Confirmd', 'Edit');
    await expect(field(page)).toBeFocused();
    await field(page).fill('Confirmed in the **ledger**');
    await page.keyboard.press('Escape');
    await expect(message(page, 'Confirmd in the ledger')).toContainText('You have unsaved changes.');
    await page.reload();
    await message(page, 'Confirmd').getByRole('button', { name: 'Continue editing' }).click();
    await expect(field(page)).toHaveValue('Confirmed in the **ledger**');
  });

  await test.step('discards the edit and restores it', async () => {
    const unsaved = message(page, 'Confirmd').filter({ hasText: 'You have unsaved changes.' });
    await thread(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page)).toHaveCount(0);
    await expect(unsaved).toHaveCount(0);
    await undo(page, 'Edit discarded');
    await unsaved.getByRole('button', { name: 'Discard' }).click();
    await expect(unsaved).toHaveCount(0);
    await undo(page, 'Edit discarded');
    await unsaved.getByRole('button', { name: 'Continue editing' }).click();
    await expect(field(page)).toHaveValue('Confirmed in the **ledger**');
    await expect(thread(page).getByText('Draft saved')).toBeVisible();
  });

  const releaseLists = await delayRequests(page, 'GET', '**/api/tickets?*');

  await test.step('saves the edit and sees that the message was edited', async () => {
    const releaseEdit = await delayRequests(page, 'PATCH', '**/api/tickets/*/messages/*');
    await page.keyboard.press('ControlOrMeta+Enter');
    await message(page, 'Confirmed in the ledger')
      .getByRole('button', { name: /^Actions/ })
      .press('Enter');
    const items = page.getByRole('dialog', { name: /^Actions/ }).getByRole('button');
    await expect(items).toHaveText(['Edit', 'Copy text', 'Copy link', 'Delete…']);
    await expect(items.first()).toBeDisabled();
    releaseEdit();
    await expect(items.first()).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(message(page, 'Confirmed in the ledger')).toContainText('edited by you');
    await expect(message(page, 'Confirmed in the ledger')).not.toContainText('unsaved changes');
    await expect(message(page, 'Confirmed in the ledger').getByText('ledger', { exact: true })).toHaveRole('strong');
  });

  await test.step('undoes the edit before lists reload, and repeats the edit', async () => {
    await undo(page, `Edited a note in #${id}`);
    await expect(toast(page, `Undone: edited a note in #${id}`)).toBeVisible();
    await expect(message(page, 'Confirmd in the ledger')).not.toContainText('unsaved changes');
    expect(await ruth.readBodies(id)).toContain('Confirmd in the ledger');
    await choose(page, 'Confirmd', 'Edit');
    await field(page).fill('Confirmed in the **ledger**');
  });

  await test.step('leaves while the edit is being saved; no draft remains', async () => {
    const releaseEdit = await delayRequests(page, 'PATCH', '**/api/tickets/*/messages/*');
    await field(page).press('ControlOrMeta+Enter');
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page.getByRole('list', { name: 'Drafts' })).toContainText('Confirmed in the');
    releaseEdit();
    await expect(toast(page, `Edited a note in #${id}`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible();
    releaseLists();
    await page.goBack();
  });

  await test.step('cannot undo after a colleague’s change', async () => {
    await ruth.updateMessage(id, note.id, 'Confirmed in the **ledger**, page 4');
    await undo(page, `Edited a note in #${id}`);
    await expect(toast(page, 'Couldn’t undo')).toContainText('The message was changed in the meantime.');
    await expect(message(page, 'Confirmed in the ledger, page 4')).toBeVisible();
    expect(await ruth.readBodies(id)).toContain('Confirmed in the **ledger**, page 4');
  });

  await test.step('copies the message’s text and link', async () => {
    for (const [item, text] of [
      ['Copy text', 'Confirmed in the **ledger**, page 4'],
      ['Copy link', new URL(`/tickets/${id}#message-${note.id}`, page.url()).href],
    ] as const) {
      await choose(page, 'Confirmed in the ledger', item);
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
      await expect(page.getByRole('dialog', { name: /^Actions/ })).toBeHidden();
    }
  });

  await test.step('reopens the menu right after copying', async () => {
    await choose(page, 'Confirmed in the ledger', 'Copy text');
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
    await page.clock.fastForward('00:02');
    await page.keyboard.press('Escape');
    await expect(message(page, 'Confirmed in the ledger').getByRole('button', { name: /^Actions/ })).toBeFocused();
  });

  await test.step('resolves a conflict with a colleague without losing a version', async () => {
    await choose(page, 'Confirmed', 'Edit');
    await field(page).fill('Confirmed, by Mara');
    await ruth.updateMessage(id, note.id, 'Confirmed, by Ruth');
    await page.keyboard.press('ControlOrMeta+Enter');
    const conflict = message(page, 'Ruth changed this while you were editing it');
    await expect(conflict.getByRole('region', { name: 'Their version (saved)' })).toHaveText('Confirmed, by Ruth');
    await expect(field(page)).toHaveValue('Confirmed, by Mara');
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Messages"]' })).toEqual([]);
    await field(page).press('ControlOrMeta+Enter');
    await expect(conflict.getByRole('button', { name: 'Save mine' })).toBeFocused();
    await conflict.getByRole('button', { name: 'Use theirs' }).click();
    await expect(message(page, 'Confirmed, by Ruth')).toBeVisible();
    await undo(page, 'Edit discarded');
    await message(page, 'Confirmed, by Ruth').getByRole('button', { name: 'Continue editing' }).click();
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await expect(message(page, 'Confirmed, by Mara')).toContainText('edited by you');
  });

  await test.step('edits the description', async () => {
    await choose(page, 'Twise', 'Edit');
    await field(page).fill('Charged twice.');
    await thread(page).getByRole('button', { name: 'Save' }).click();
    await expect(message(page, 'Charged twice.')).toBeVisible();
    await expect(thread(page).getByText(/You changed the description/)).toBeVisible();
    expect((await ruth.readTicket(id)).description).toBe('Charged twice.');
  });

  await test.step('deletes a message after confirming; the focus moves to the next message', async () => {
    const dialog = page.getByRole('dialog', { name: 'Delete this message?' });
    await choose(page, '4242', 'Delete…');
    await expect(dialog).toContainText('The card is 4242 4242 4242 4242');
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(message(page, '4242').getByRole('button', { name: /^Actions: / })).toBeFocused();
    await choose(page, '4242', 'Delete…');
    const releaseLists = await delayRequests(page, 'GET', '**/api/tickets?*');
    await dialog.getByRole('button', { name: 'Delete the message' }).click();
    await expect(message(page, '4242')).toHaveCount(0);
    await expect(message(page, 'A refund is on its way')).toBeFocused();
    releaseLists();
    await expect(thread(page).getByText(/You changed the description and deleted a message/)).toBeVisible();
    expect((await ruth.readTicket(id)).messages_count).toBe(2);
    await expect(ruth.updateMessage(id, doomed.id, 'Back')).rejects.toThrow('410');
  });

  await test.step('does not lose an edit of a message that a colleague deletes', async () => {
    await choose(page, 'Confirmed, by Mara', 'Edit');
    await field(page).fill('Half a thought');
    await ruth.deleteMessage(id, note.id);
    await page.clock.fastForward(pollMilliseconds);
    const lost = thread(page).getByRole('region', { name: 'Your change to a deleted message' });
    await expect(lost).toContainText('Half a thought');
    await page.reload();
    await lost.getByRole('button', { name: 'Discard' }).click();
    await expect(lost).toBeHidden();
    await undo(page, 'Edit discarded');
    await expect(lost).toContainText('Half a thought');
  });
});
