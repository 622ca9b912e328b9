import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Something the desk shows, and how to get to it. */
export type Screen = {
  name: string;
  /** Its address; without one it lies over the screen before, and not over the layers of that. */
  path?: string;
  /** What is done there. */
  reach?: (page: Page) => Promise<unknown>;
  /** What tells that one is there: the name of a heading, or anything else. */
  sign: string | ((page: Page) => Locator);
  /** It lies over a screen that is looked at by itself. */
  isLayer?: true;
  /** Where the window is narrow, it goes with what it hangs on. */
  isWide?: true;
  /** Its rows are all looked at. */
  isList?: true;
};

const press =
  (...keys: string[]) =>
  async ({ keyboard }: Page): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();

const layer = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

/** The link that leads on from an empty page with this heading. */
const wayOut = (heading: string) => (page: Page) =>
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

/** The last thing that is done in a room: it stays. */
async function makeCompact(page: Page): Promise<void> {
  await press('g', ',')(page);
  await page.getByRole('radio', { name: 'Compact' }).check({ force: true });
  await page.keyboard.press('Escape');
}

/** Once the ticket is there: the list may be before it. */
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

/** Seen where the pointer is, and by whoever comes there with the keyboard. */
const openMessageMenu = (page: Page) =>
  page
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^Actions/ })
    .press('Enter');

/** Whoever turns to the page then is told. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}

/**
 * Every screen of a room, in an order in which one may come after the other. What it takes a story to come to is looked
 * at in its journey.
 */
export const rooms: Record<string, readonly Screen[]> = {
  tickets: [
    { name: 'the inbox', path: '/tickets?state=open&sort=-priority,created_at', sign: 'Open', isList: true },
    { name: 'an empty list', path: '/tickets?q=xyzzy', sign: 'No results for “xyzzy”' },
    { name: 'a refused list', path: '/tickets?stat=open', sign: 'Couldn’t load tickets' },
    { name: 'a ticket that there is not', path: '/tickets/nowhere', sign: wayOut('Ticket not found') },
    { name: 'a ticket', path: '/tickets/1039?state=open', sign: 'Nobody in the Lisbon office' },
    { name: 'who asks', sign: layer('Customer'), reach: click(/^Customer: /), isLayer: true },
    { name: 'what can be done with a message', sign: layer(/^Actions/), reach: openMessageMenu, isLayer: true },
    { name: 'a gist to insert', sign: layer('Insert a gist'), reach: openPicker, isLayer: true },
    {
      name: 'the end of a ticket',
      path: '/tickets/1040',
      sign: 'Delete #1040?',
      reach: askToDeleteTicket,
      isLayer: true,
    },
    { name: 'what a search found, and the filters', path: '/tickets?q=invoice', sign: 'All', reach: openFilters },
    { name: 'a view to save', path: '/tickets?tag=billing', sign: 'Save view', reach: press('v'), isLayer: true },
    { name: 'a selection', path: '/tickets?state=open', sign: '1 selected', reach: press('x') },
    { name: 'a compact list', path: '/tickets?state=open', sign: 'Open', reach: makeCompact, isList: true },
  ],
  'gists and the rest': [
    { name: 'the gists', path: '/gists', sign: 'Gists', isList: true },
    { name: 'a gist', path: '/gists/1', sign: 'Reply: refund of a double charge' },
    { name: 'no gists', path: '/gists?starred=true', sign: 'No starred gists' },
    { name: 'a gist that there is not', path: '/gists/nowhere', sign: wayOut('Gist not found') },
    { name: 'a new gist', path: '/gists/new', sign: 'New gist' },
    { name: 'a gist that is changed', path: '/gists/1/edit', sign: 'Edit gist 1' },
    { name: 'no drafts', path: '/drafts', sign: 'No drafts' },
    { name: 'nothing', path: '/nowhere', sign: 'Page not found' },
    { name: 'the page after a sign-in', path: '/signed-in', sign: 'You are signed in' },
    {
      name: 'the end of a gist',
      path: '/gists/1',
      sign: 'Delete this gist?',
      reach: click('Delete the gist'),
      isLayer: true,
    },
    { name: 'the shortcuts', path: '/tickets', sign: 'Keyboard shortcuts', reach: press('?'), isLayer: true },
    { name: 'the palette', sign: 'Command palette', reach: openPalette, isLayer: true },
    { name: 'the new ticket', sign: 'New ticket', reach: press('c'), isLayer: true },
    { name: 'the preferences', sign: 'Preferences', reach: press('g', ','), isLayer: true },
    { name: 'the order of a list', sign: layer('Sort'), reach: click(/^Sort/), isLayer: true },
    {
      name: 'the ways to share a list',
      sign: layer('Share this list'),
      reach: click('Share this list'),
      isLayer: true,
    },
    { name: 'the account', sign: layer('Your account'), reach: click('Administrator'), isLayer: true, isWide: true },
    { name: 'a new password', sign: 'Change your password', reach: openPasswordForm, isLayer: true },
    { name: 'the end of the session', path: '/tickets', sign: 'Your session has ended', reach: endSession },
    {
      name: 'the landing',
      path: '/tickets',
      sign: page => page.getByRole('link', { name: 'Sign in', exact: true }),
      reach: page => page.goto('/'),
    },
  ],
};
