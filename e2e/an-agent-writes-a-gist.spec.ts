import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { blockLiveUpdates } from './block-live-updates.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { getColour } from './get-colour.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Gist' });
const text = (page: Page, name: string) => form(page).getByRole('textbox', { name: `Text of ${name}` });
const names = (page: Page) => form(page).getByRole('textbox', { name: 'File name' });
const files = (page: Page) => page.getByRole('region', { name: 'Files' }).getByRole('article');
const restored = (page: Page) => page.getByText('Restored your unsaved changes from');
const undo = (page: Page, title: string) =>
  page.getByRole('group', { name: title, exact: true }).last().getByRole('button', { name: 'Undo' }).click();
const getId = (page: Page): string => /\/gists\/([^/?#]+)/.exec(page.url())?.[1] ?? '';

test('An agent writes a gist', async ({ page, addColleague }) => {
  await blockLiveUpdates(page); // the page learns of a colleague's change only when it saves
  await openSignedIn(page, '/gists');
  const nora = await addColleague('Nora');

  await test.step('starts a gist, reloads, and continues', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(page.getByLabel('Description')).toBeFocused();
    await page.keyboard.type('Reply: VAT number');
    await text(page, 'reply.md').fill('Hi {name},\n\nthe **number** is right now.\n');
    await page.getByRole('button', { name: 'Add a file' }).click();
    await expect(names(page).last()).toBeFocused();
    await page.keyboard.type('check.sql');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('select 1');
    await expect(text(page, 'check.sql')).toHaveValue('select 1');
    await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toBeVisible();
    await page.reload();
    await expect(restored(page)).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue('Reply: VAT number');
    await expect(text(page, 'check.sql')).toHaveValue('select 1');
  });

  await test.step('gets errors at the fields and saves with the keyboard', async () => {
    await names(page).last().fill('__proto__');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(names(page).last()).toHaveAccessibleDescription(/__proto__/);
    await expect(names(page).last()).toBeFocused();
    await names(page).last().fill('reply.md');
    await names(page).first().fill('reply.md');
    await expect(names(page).last()).toHaveAccessibleDescription('reply.md is used by more than one file');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(names(page).first(), 'nothing is sent, since one file would be lost').toBeFocused();
    await names(page).last().fill('check "new".sql');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('heading', { name: 'Reply: VAT number' })).toBeVisible();
    await expect(files(page)).toHaveCount(2);
    await expect(files(page).first().getByText('number')).toHaveRole('strong');
    await files(page).first().getByRole('button', { name: 'Source' }).click();
    await expect(files(page).first()).toContainText('the **number** is right now.');
    await expect(page.getByRole('list', { name: 'Gists' })).toContainText('Reply: VAT number');
  });

  await test.step('renames one file; deletes, restores and deletes the other file', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await names(page).last().fill('check.sql');
    await page.getByRole('button', { name: 'Delete reply.md' }).click();
    await expect(form(page).getByText('reply.md will be deleted when you save')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(text(page, 'reply.md')).toBeVisible();
    await page.getByRole('button', { name: 'Delete reply.md' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByText('You have unsaved changes from')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Gists' }).getByText('Draft')).toBeVisible();
    await page.getByRole('link', { name: 'Continue editing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(files(page)).toHaveCount(1);
    expect(Object.keys((await nora.readGist(getId(page))).files)).toEqual(['check.sql']);
    await expect(page.getByRole('list', { name: 'Gists' }).getByText('Draft')).toHaveCount(0);
  });

  await test.step('undoes the change and repeats the change', async () => {
    await undo(page, 'Saved');
    await expect(page.getByRole('group', { name: 'Undone: saved the gist' })).toBeVisible();
    await expect(files(page)).toHaveCount(2);
    const { files: stored } = await nora.readGist(getId(page));
    expect(Object.keys(stored).toSorted()).toEqual(['check "new".sql', 'reply.md']);
    expect(stored['reply.md']?.content).toContain('the **number** is right now.');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Delete reply.md' }).click();
    await names(page).last().fill('check.sql');
  });

  await test.step('leaves during saving, and no draft remains', async () => {
    const release = await delayRequests(page, 'PATCH', '**/api/gists/*');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('link', { name: 'Later' }).click();
    await expect(page.getByText('You have unsaved changes from')).toBeVisible();
    release();
    await expect(files(page)).toHaveCount(1);
    await expect(page.getByText('You have unsaved changes from')).toBeHidden();
  });

  await test.step('merges with changes of a colleague', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await text(page, 'check.sql').fill('select 2');
    await nora.updateGist(getId(page), { description: 'Reply: VAT', files: { 'nora.md': { content: 'Hers' } } });
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('group', { name: /Saved and merged with/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Reply: VAT', exact: true })).toBeVisible();
    await expect(files(page)).toHaveCount(2);
    const query = files(page).filter({ hasText: 'check.sql' });
    await expect(query).toContainText('select 2');
    const word = query.getByText('select', { exact: true });
    expect(await getColour(word), 'highlighted').not.toBe(await getColour(query.getByText('2', { exact: true })));
  });

  await test.step('resolves a conflict in a file', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await text(page, 'check.sql').fill('select 3 -- mine');
    await nora.updateGist(getId(page), { files: { 'check.sql': { content: 'select 4 -- hers' } } });
    await page.keyboard.press('ControlOrMeta+s');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this too' });
    await expect(dialog.getByRole('radio', { name: /Yours.*select 3/s })).toBeFocused();
    await expect(dialog.getByRole('radio', { name: /Theirs.*select 4/s })).toBeVisible();
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(text(page, 'check.sql')).toHaveValue('select 3 -- mine');
    await page.keyboard.press('ControlOrMeta+s');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(files(page).filter({ hasText: 'check.sql' })).toContainText('select 3 -- mine');
  });

  await test.step('cannot undo after a colleague’s change', async () => {
    await nora.updateGist(getId(page), { files: { 'check.sql': { content: 'select 5 -- hers' } } });
    await undo(page, 'Saved');
    await expect(page.getByRole('group', { name: 'Couldn’t undo' })).toContainText('Someone changed the gist');
    await expect(files(page).filter({ hasText: 'check.sql' })).toContainText('select 5 -- hers');
  });

  await test.step('cannot use a file name that a colleague has taken', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Add a file' }).click();
    await expect(names(page).last()).toBeFocused();
    await page.keyboard.type('notes.md');
    await text(page, 'notes.md').fill('My notes');
    await nora.updateGist(getId(page), { files: { 'notes.md': { content: 'Her notes' } } });
    await page.keyboard.press('ControlOrMeta+s');
    await expect(form(page).locator('[aria-invalid=true]').first()).toBeFocused();
    await expect(text(page, 'notes.md').first()).toHaveValue('Her notes');
    await names(page).last().fill('mine.md');
    await page.keyboard.press('ControlOrMeta+s');
    for (const content of ['Her notes', 'My notes'])
      await expect(files(page).filter({ hasText: content })).toBeVisible();
  });

  await test.step('sees a warning if the browser cannot store the draft', async () => {
    const draftStatus = page.getByRole('status').filter({ hasText: /saved/i });
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await expect(text(page, 'check.sql')).toBeVisible();
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await text(page, 'check.sql').fill('select 6');
    await expect(draftStatus.filter({ hasText: 'Not saved: browser storage is full' })).toBeVisible();
    await page.reload();
    await text(page, 'check.sql').fill('select 7');
    await expect(draftStatus).toHaveText('Draft saved');
    await page.getByRole('link', { name: 'Later' }).click();
  });

  await test.step('deletes the gist after confirming', async () => {
    await expect(page.getByText('You have unsaved changes from')).toBeVisible();
    await page.getByRole('button', { name: 'Delete the gist' }).click();
    await expect(page.getByRole('dialog')).toContainText('Your unsaved changes are deleted too.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Delete the gist' })).toBeFocused();
    await page.keyboard.press('Enter');
    const release = await delayRequests(page, 'DELETE', '**/api/gists/*');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    await expect(page.getByRole('heading', { name: 'Choose a gist' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Gists' }).getByText('Reply: VAT')).toHaveCount(0);
  });

  await test.step('copies the text if a colleague deletes the gist', async () => {
    const { id } = await nora.addGist({ description: 'Hours', files: { 'hours.md': { content: 'Nine to five' } } });
    await page.goto(`/gists/${id}/edit`);
    await text(page, 'hours.md').fill('Nine to six');
    await nora.deleteGist(id);
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('button', { name: 'Copy your text' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Hours\n\nhours.md\nNine to six');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Copy your text' })).toBeVisible();
  });
});
