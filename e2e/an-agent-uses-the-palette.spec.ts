import type { Page } from '@playwright/test';
import { createApiClient } from './api-client.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { navigateWithinPage } from './navigate-within-page.ts';
import { palette, paletteField } from './palette.ts';

const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

/** Opens the palette and types. */
async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(paletteField(page)).toBeFocused();
  await page.keyboard.type(text);
}

/** Searches for an action, which must be the first result, and runs it. */
async function pick(page: Page, text: string, name: string): Promise<void> {
  await search(page, text);
  await expect(active(page)).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
}

test('An agent uses the palette', async ({ page }) => {
  await openSignedIn(page, '/tickets/1039?state=open');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  const api = createApiClient(page.request);

  await test.step('opens the palette while writing and returns to the caret', async () => {
    await reply.fill('We are on it.');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await search(page, 'zz');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(reply).toBeFocused();
    await page.keyboard.type('!');
    await expect(reply).toHaveValue('W!e are on it.');
    await search(page, '');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(reply).toBeFocused();
  });

  await test.step('sets the priority by name', async () => {
    await search(page, 'prio low');
    await expect(active(page)).toHaveText('Set priority to Low');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
    await expect(reply).toBeFocused();
  });

  await test.step('sees the last used command first', async () => {
    await search(page, '');
    await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
      'Set priority to Low',
    ]);
    await page.keyboard.press('Escape');
  });

  await test.step('adds a tag only if the query contains the word “tag”', async () => {
    await search(page, 'lisbon');
    await expect(option(page, 'Nobody in the Lisbon office')).toBeVisible();
    await expect(option(page, 'Add tag')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await search(page, 'tag time-server');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove the tag time-server' })).toBeVisible();
  });

  await test.step('removes a tag only if the query contains the word “remove”', async () => {
    await search(page, 'time-server');
    await expect(option(page, 'Remove tag')).toHaveCount(0);
    await paletteField(page).fill('remove time-server');
    await expect(active(page)).toHaveText('Remove tag time-server');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove the tag time-server' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove the tag sso' })).toBeVisible();
  });

  await test.step('sends and discards a draft; without a draft the commands are hidden', async () => {
    await search(page, 'send');
    await expect(active(page)).toContainText('Send the message');
    await expect(active(page).locator('kbd')).toContainText('↵');
    await page.keyboard.press('Enter');
    await expect(reply).toHaveValue('');
    await search(page, 'send');
    await expect(option(page, /^Send/)).toHaveCount(0);
    await paletteField(page).fill('undo');
    await page.keyboard.press('Enter');
    await expect(reply).toHaveValue('W!e are on it.');
    await search(page, 'discard');
    await page.keyboard.press('Enter');
    await expect(reply).toHaveValue('');
    await search(page, 'discard');
    await expect(option(page, 'Discard the draft')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('runs a command that has no shortcut', async () => {
    await search(page, 'state');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Waiting' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'State: Open', exact: true })).toBeFocused();
  });

  await test.step('opens a ticket by its number and sees its subject', async () => {
    await search(page, '#1042');
    await expect(active(page)).toContainText('Charged twice for the November invoice');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Charged twice for the November invoice' })).toBeFocused();
    await search(page, '99999');
    await expect(palette(page).getByRole('status')).toContainText('Ticket #99999 not found.');
    await page.keyboard.press('Escape');
  });

  await test.step('finds tickets by a name typed without accents and by the text of a message, and finds a gist', async () => {
    await search(page, 'amelie');
    await expect(option(page, /Charged twice .* Amélie Laurent/)).toBeVisible();
    await paletteField(page).fill('INV-20932');
    await expect(option(page, 'Charged twice')).toBeVisible();
    await paletteField(page).fill('double charge');
    await expect(option(page, 'Reply: refund of a double charge')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('searches for text that no command matches', async () => {
    await search(page, 'xyzzy');
    await expect(palette(page).getByRole('status')).toContainText('No results');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No results for “xyzzy”' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('?q=xyzzy*');
  });

  await test.step('moves to the last option and back with the arrow keys, and opens a view', async () => {
    await search(page, 'go to');
    await page.keyboard.press('ArrowUp');
    await expect(active(page)).toHaveText('Search all tickets for “go to”');
    await page.keyboard.press('ArrowDown');
    await paletteField(page).fill('waiting');
    await expect(active(page)).toHaveText('Go to Waiting');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Waiting', exact: true })).toBeVisible();
    await expect(page.locator(':focus')).not.toHaveCount(0);
  });

  await test.step('filters, sorts and updates a view', async () => {
    await api.addView({ name: 'Sign-in trouble', query: 'tag=sso' });
    await page.goto('/tickets?tag=sso');
    await expect(page.getByRole('heading', { name: 'Sign-in trouble' })).toBeVisible();
    await pick(page, 'filter', 'Filter the list');
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('checkbox', { name: 'Open' }).check();
    await page.keyboard.press('Escape');
    await pick(page, 'sort', 'Sort the list');
    await expect(page.getByRole('dialog', { name: 'Sort' })).toBeVisible();
    await page.keyboard.press('Escape');
    await pick(page, 'update view', 'Update the view with these filters');
    await expect(page.getByRole('group', { name: '“Sign-in trouble” updated' })).toBeVisible();
    await search(page, 'view');
    await expect(option(page, 'Update the view')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('shares, renames and deletes the view', async () => {
    await pick(page, 'share', 'Share or unshare the view');
    await expect(page.getByRole('group', { name: '“Sign-in trouble” is shared with the team' })).toBeVisible();
    await pick(page, 'rename', 'Rename the view');
    await page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name').fill('Locked out');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Rename view' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Locked out' })).toBeVisible();
    await pick(page, 'delete the view', 'Delete the view');
    await expect(page.getByRole('heading', { name: 'Locked out' })).toHaveCount(0);
    await search(page, 'view');
    await expect(option(page, /(Share or unshare|Rename|Delete) the view/)).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('removes a tag from the selected tickets, and finds no filter or sort command meanwhile', async () => {
    await rows.first().hover();
    await rows.first().getByRole('checkbox').check();
    await expect(page.getByRole('button', { name: 'Remove a tag' })).toBeVisible();
    await search(page, 'list');
    await expect(option(page, 'Copy a link to the list')).toBeVisible();
    await expect(option(page, /(Filter|Sort) the list/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    const id = (await rows.first().getByRole('link').getAttribute('data-row')) ?? '';
    await pick(page, 'remove sso', 'Remove tag sso');
    await expect.poll(async () => (await api.readTicket(id)).tags).not.toContain('sso');
  });

  await test.step('saves a gist, and is asked before deleting it', async () => {
    await navigateWithinPage(page, '/gists/1/edit');
    await page.getByLabel('Description').fill('Reply: refund');
    await pick(page, 'save', 'Save the gist');
    await expect(page.getByRole('heading', { name: 'Reply: refund' })).toBeVisible();
    await pick(page, 'delete', 'Delete the gist…');
    await expect(page.getByRole('dialog', { name: 'Delete this gist?' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Reply: refund' })).toBeVisible();
  });
});
