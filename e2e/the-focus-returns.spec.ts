import type { Locator, Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { navigateWithinPage } from './navigate-within-page.ts';

/** A dialog, the element with the focus before it opens, and the action that opens it. */
type Opening = { name: string | RegExp; from: (page: Page) => Locator; open: (page: Page) => Promise<void> };

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
const firstRow = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link').first();
const messageMenu = (page: Page) => page.getByRole('button', { name: /^Actions: / }).last();
const replyField = (page: Page) => page.getByRole('textbox', { name: 'Reply' });

const byKeys =
  (...keys: string[]) =>
  async (page: Page): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
const byEnter = byKeys('Enter');
/** Opens the menu of the focused button, and clicks an item. */
const byMenu = (item: string) => async (page: Page) => {
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: item }).click();
};

/** The dialogs of each page. Escape must return the focus to the element in `from`. */
const pages: Record<string, readonly Opening[]> = {
  '/tickets?tag=billing': [
    { name: 'New ticket', from: firstRow, open: byKeys('c') },
    { name: 'New ticket', from: button('New'), open: byEnter },
    { name: 'Keyboard shortcuts', from: firstRow, open: byKeys('?') },
    { name: 'Command palette', from: firstRow, open: byKeys('ControlOrMeta+k') },
    { name: 'Preferences', from: firstRow, open: byKeys('g', ',') },
    { name: 'Save view', from: firstRow, open: byKeys('v') },
    { name: 'Save view', from: button('Save view'), open: byEnter },
    { name: 'Filter', from: button('+ Filter'), open: byEnter },
    { name: 'Preferences', from: button('Administrator'), open: byMenu('Preferences') },
    { name: 'Change your password', from: button('Administrator'), open: byMenu('Change password') },
  ],
  '/tickets/1039?state=open': [
    { name: /^Delete #1039/, from: button('More actions'), open: byMenu('Delete ticket') },
    { name: /^Delete this/, from: messageMenu, open: byMenu('Delete…') },
    { name: 'Command palette', from: replyField, open: byKeys('ControlOrMeta+k') },
  ],
  '/settings/people/2': [
    { name: 'Disable this person?', from: button('Disable'), open: byEnter },
    { name: 'Set a new password', from: button('Set a new password'), open: byEnter },
  ],
  '/gists/1': [{ name: 'Delete this gist?', from: button('Delete the gist'), open: byEnter }],
};

test('The focus returns after a dialog closes', async ({ page }) => {
  await openSignedIn(page, Object.keys(pages)[0]);
  for (const [path, openings] of Object.entries(pages)) {
    await navigateWithinPage(page, path);
    for (const { name, from, open } of openings) {
      await test.step(`${name} of ${path}`, async () => {
        const before = from(page);
        await before.focus();
        await open(page);
        const dialog = page.getByRole('dialog', { name });
        await expect(dialog).toBeVisible();
        await expect(dialog.locator(':focus')).toBeAttached();
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(before).toBeFocused();
      });
    }
  }
});

test('The focus moves to the page when the focused button is disabled', async ({ page }) => {
  await openSignedIn(page, '/tickets?tag=billing');
  await button('Save view')(page).evaluate(async (element: HTMLButtonElement) => {
    element.focus();
    // Disables the button between two frames, and without a further change of the page.
    await new Promise(requestAnimationFrame);
    await new Promise(resolve => setTimeout(resolve));
    element.disabled = true;
  });
  await expect(page.getByRole('main')).toBeFocused();
});
