import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A screen of the desk, and how to open it. */
export type Screen = {
  name: string;
  /** The path; without one, the screen is an overlay of the last screen with a path. */
  path?: string;
  /** Actions that lead from the path to the screen. */
  reach?: (page: Page) => Promise<unknown>;
  /** A heading or another element that identifies the screen. */
  sign: string | ((page: Page) => Locator);
  /** An overlay of a screen that is checked separately. */
  isLayer?: true;
  /** Only exists in a wide window. */
  isWide?: true;
  /** All rows of the list are checked. */
  isList?: true;
};

const press =
  (...keys: string[]) =>
  async ({ keyboard }: Page): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();

const layer = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

/** Finds the link of an empty page with this heading. */
const linkOnward = (heading: string) => (page: Page) =>
  page
    .getByRole('region', { name: /Ticket|Gist/ })
    .filter({ has: page.getByRole('heading', { name: heading }) })
    .getByRole('link', { name: /^Go to (open tickets|all gists)$/ });

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'What to do' }).fill('prio');
};

async function openPasswordForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Administrator', exact: true }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toBeVisible();
}

/** Sets the compact density, which stays for all later screens. */
async function makeCompact(page: Page): Promise<void> {
  await press('g', ',')(page);
  await page.getByRole('radio', { name: 'Compact' }).check({ force: true });
  await page.keyboard.press('Escape');
}

/** Waits for the ticket first, since the list may load before it. */
async function askToDeleteTicket(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'More for this ticket' })).toBeVisible();
  await page.keyboard.press('#');
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

/** Opens the menu of the last message, which is visible on hover and on focus. */
const openMessageMenu = (page: Page) =>
  page
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^Actions/ })
    .press('Enter');

/** Ends the session and lets the page notice it. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}

/**
 * All screens by area, in an order in which they can be opened one after the other. Screens that need a longer story are
 * checked in its journey.
 */
export const rooms: Record<string, readonly Screen[]> = {
  tickets: [
    { name: 'the inbox', path: '/tickets?state=open&sort=-priority,created_at', sign: 'Open', isList: true },
    { name: 'an empty list', path: '/tickets?q=xyzzy', sign: 'No results for “xyzzy”' },
    { name: 'an invalid list', path: '/tickets?stat=open', sign: 'Couldn’t load tickets' },
    { name: 'a missing ticket', path: '/tickets/nowhere', sign: linkOnward('Ticket not found') },
    { name: 'a ticket', path: '/tickets/1039?state=open', sign: 'Nobody in the Lisbon office' },
    { name: 'the customer', sign: layer('Customer'), reach: click(/^Customer: /), isLayer: true },
    { name: 'the menu of a message', sign: layer(/^Actions/), reach: openMessageMenu, isLayer: true },
    { name: 'the gist picker', sign: layer('Insert a gist'), reach: openPicker, isLayer: true },
    {
      name: 'deleting a ticket',
      path: '/tickets/1040',
      sign: 'Delete #1040?',
      reach: askToDeleteTicket,
      isLayer: true,
    },
    { name: 'search results and filters', path: '/tickets?q=invoice', sign: 'All', reach: openFilters },
    { name: 'saving a view', path: '/tickets?tag=billing', sign: 'Save view', reach: press('v'), isLayer: true },
    { name: 'a selection', path: '/tickets?state=open', sign: '1 selected', reach: press('x') },
    { name: 'a compact list', path: '/tickets?state=open', sign: 'Open', reach: makeCompact, isList: true },
  ],
  'gists and the rest': [
    { name: 'the gists', path: '/gists', sign: 'Gists', isList: true },
    { name: 'a gist', path: '/gists/1', sign: 'Reply: refund of a double charge' },
    { name: 'no gists', path: '/gists?starred=true', sign: 'No starred gists' },
    { name: 'a missing gist', path: '/gists/nowhere', sign: linkOnward('Gist not found') },
    { name: 'a new gist', path: '/gists/new', sign: 'New gist' },
    { name: 'editing a gist', path: '/gists/1/edit', sign: 'Edit gist 1' },
    { name: 'no drafts', path: '/drafts', sign: 'No drafts' },
    { name: 'an unknown address', path: '/nowhere', sign: 'Page not found' },
    { name: 'the page after a sign-in', path: '/signed-in', sign: 'You are signed in' },
    {
      name: 'deleting a gist',
      path: '/gists/1',
      sign: 'Delete this gist?',
      reach: click('Delete the gist'),
      isLayer: true,
    },
    { name: 'the shortcuts', path: '/tickets', sign: 'Keyboard shortcuts', reach: press('?'), isLayer: true },
    { name: 'the palette', sign: 'Command palette', reach: openPalette, isLayer: true },
    { name: 'the new ticket', sign: 'New ticket', reach: press('c'), isLayer: true },
    { name: 'the preferences', sign: 'Preferences', reach: press('g', ','), isLayer: true },
    { name: 'sorting a list', sign: layer('Sort'), reach: click(/^Sort/), isLayer: true },
    {
      name: 'sharing a list',
      sign: layer('Share this list'),
      reach: click('Share this list'),
      isLayer: true,
    },
    { name: 'the account', sign: layer('Your account'), reach: click('Administrator'), isLayer: true, isWide: true },
    { name: 'changing the password', sign: 'Change your password', reach: openPasswordForm, isLayer: true },
    { name: 'an ended session', path: '/tickets', sign: 'Your session has ended', reach: endSession },
    {
      name: 'the landing page',
      path: '/tickets',
      sign: page => page.getByRole('link', { name: 'Sign in', exact: true }),
      reach: page => page.goto('/'),
    },
  ],
};
