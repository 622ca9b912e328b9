import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { violations, wrongColours } from './violations.ts';

type Screen = { name: string; path: string; reach?: (page: Page) => Promise<void>; sign: string };

const pressKeys =
  (...keys: string[]) =>
  async ({ keyboard }: Page): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('prio');
};

/** Every screen, how to get to it from its address, and a heading that tells that one is there. */
const screens: Screen[] = [
  { name: 'the inbox', path: '/tickets?state=open&sort=-priority,created_at', sign: 'Open' },
  { name: 'a selection', path: '/tickets?state=open', sign: '1 selected', reach: page => page.keyboard.press('x') },
  { name: 'an empty list', path: '/tickets?q=xyzzy', sign: 'Nothing found for “xyzzy”' },
  { name: 'what a search found, and the filters', path: '/tickets?q=invoice', sign: 'All', reach: openFilters },
  { name: 'a view to save', path: '/tickets?tag=billing', sign: 'Save view', reach: pressKeys('v') },
  { name: 'a refused list', path: '/tickets?stat=open', sign: 'The tickets could not be read' },
  { name: 'a ticket', path: '/tickets/1039?state=open', sign: 'Nobody in the Lisbon office' },
  { name: 'a ticket that there is not', path: '/tickets/nowhere', sign: 'There is no such ticket' },
  { name: 'the gists', path: '/gists', sign: 'Gists' },
  { name: 'a gist', path: '/gists/1', sign: 'Reply: refund of a double charge' },
  { name: 'no gists', path: '/gists?starred=true', sign: 'No starred gists' },
  { name: 'a gist that there is not', path: '/gists/nowhere', sign: 'There is no such gist' },
  { name: 'a new gist', path: '/gists/new', sign: 'New gist' },
  { name: 'a gist that is changed', path: '/gists/1/edit', sign: 'Edit gist 1' },
  { name: 'the end of a gist', path: '/gists/1', sign: 'Delete this gist?', reach: askToDelete },
  { name: 'a gist to insert', path: '/tickets/1039', sign: 'Nobody in the Lisbon office', reach: openPicker },
  { name: 'the end of a ticket', path: '/tickets/1040', sign: 'Delete #1040?', reach: pressKeys('#') },
  { name: 'no drafts', path: '/drafts', sign: 'No drafts' },
  { name: 'nothing', path: '/nowhere', sign: 'There is nothing at this address' },
  { name: 'the page after a sign-in', path: '/signed-in', sign: 'You are signed in' },
  { name: 'the new ticket', path: '/tickets', sign: 'New ticket', reach: pressKeys('c') },
  { name: 'the shortcuts', path: '/tickets', sign: 'Keyboard shortcuts', reach: pressKeys('?') },
  { name: 'the palette', path: '/tickets', sign: 'Command palette', reach: openPalette },
  { name: 'the preferences', path: '/tickets', sign: 'Preferences', reach: pressKeys('g', ',') },
  { name: 'the end of the session', path: '/tickets', sign: 'Your session has ended', reach: endSession },
];

async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete the gist' }).click();
}

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: '+ Filter' }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
}

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Reply' }).focus(); // on a phone it is one line until then
  await page.getByRole('button', { name: 'Insert gist' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
}

/** The last one: whoever turns to the page then is told. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}

/** What another width changes is looked for by every rule, what another theme changes is colours alone. */
const ways = [
  { colorScheme: 'light', width: 1440, find: violations },
  { colorScheme: 'light', width: 375, find: violations },
  { colorScheme: 'dark', width: 1440, find: wrongColours },
] as const;

for (const { colorScheme, width, find } of ways) {
  test(`Every screen is for everyone, ${colorScheme} and ${width} pixels wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(await find(page), 'the landing').toEqual([]);
    await signIn(page);
    for (const { name, path, reach, sign } of screens) {
      await page.goto(path);
      await expect(
        page
          .getByRole('list', { name: /Tickets|Gists/ })
          .or(page.getByRole('heading', { name: sign }))
          .or(page.getByRole('button', { name: /^(Delete the gist|More for this ticket)$/ }))
          .first(),
      ).toBeVisible();
      await reach?.(page);
      await expect(page.getByRole('heading', { name: sign }).first()).toBeVisible();
      expect(await find(page), name).toEqual([]);
    }
  });
}
