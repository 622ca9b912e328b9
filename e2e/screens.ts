import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { paletteField } from './palette.ts';

/** A screen of the desk, and how to open it. */
export type Screen = {
  name: string;
  /** A screen without a path is an overlay of the last screen with a path. */
  path?: string;
  /** Actions that lead from the path to the screen. */
  open?: (page: Page) => Promise<unknown>;
  /** Identifies the screen: the name of a heading, or a function that finds an element. */
  landmark: string | ((page: Page) => Locator);
  /** The screen is an overlay. The screen below it is checked separately. */
  isOverlay?: true;
  /** The screen exists only in a wide window. */
  isWideOnly?: true;
  /** All rows of the list are checked. */
  isList?: true;
};

const press =
  (...keys: string[]) =>
  async ({ keyboard }: Page): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

/** Finds the link of an empty page with this heading. */
const linkFromEmptyPage = (heading: string) => (page: Page) =>
  page
    .getByRole('region', { name: /Ticket|Gist/ })
    .filter({ has: page.getByRole('heading', { name: heading }) })
    .getByRole('link', { name: /^Go to (open tickets|all gists)$/ });

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+k');
  await paletteField(page).fill('prio');
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

/** Opens the dialog once the ticket is loaded. The list may load before the ticket. */
async function openDeleteDialog(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
  await page.keyboard.press('#');
}

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: '+ Filter' }).click();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
}

async function openPicker(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Reply' }).focus(); // on a phone the composer is one line until it has the focus
  await page.getByRole('button', { name: 'Insert gist' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
}

/** Opens the menu of the last message. The menu’s button is visible on hover and on focus. */
const openMessageMenu = (page: Page) =>
  page
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^Actions/ })
    .press('Enter');

/** Deletes the session cookie, and makes the page check its session. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}

/**
 * The screens by area, in an order in which each can be opened. A screen that needs more steps is checked in the
 * journey with these steps.
 */
export const screensByArea: Record<string, readonly Screen[]> = {
  tickets: [
    { name: 'the inbox', path: '/tickets?state=open&sort=-priority,created_at', landmark: 'Open', isList: true },
    { name: 'an empty list', path: '/tickets?q=xyzzy', landmark: 'No results for “xyzzy”' },
    { name: 'an invalid list', path: '/tickets?stat=open', landmark: 'Couldn’t load tickets' },
    { name: 'a missing ticket', path: '/tickets/nowhere', landmark: linkFromEmptyPage('Ticket not found') },
    { name: 'a ticket by email', path: '/tickets/1038?state=open', landmark: 'Who may see purchase prices?' },
    { name: 'a ticket', path: '/tickets/1039?state=open', landmark: 'Nobody in the Lisbon office' },
    { name: 'the customer', landmark: dialog('Customer'), open: click(/^Customer: /), isOverlay: true },
    { name: 'the menu of a message', landmark: dialog(/^Actions/), open: openMessageMenu, isOverlay: true },
    { name: 'the menu of a ticket', landmark: dialog('More actions'), open: click('More actions'), isOverlay: true },
    { name: 'the gist picker', landmark: dialog('Insert gist'), open: openPicker, isOverlay: true },
    {
      name: 'deleting a ticket',
      path: '/tickets/1040',
      landmark: 'Delete #1040?',
      open: openDeleteDialog,
      isOverlay: true,
    },
    { name: 'search results and filters', path: '/tickets?q=invoice', landmark: 'All', open: openFilters },
    { name: 'saving a view', path: '/tickets?tag=billing', landmark: 'Save view', open: press('v'), isOverlay: true },
    { name: 'a selection', path: '/tickets?state=open', landmark: '1 selected', open: press('x') },
    { name: 'a compact list', path: '/tickets?state=open', landmark: 'Open', open: makeCompact, isList: true },
  ],
  'gists, mail, settings and overlays': [
    { name: 'the gists', path: '/gists', landmark: 'Gists', isList: true },
    { name: 'a gist', path: '/gists/1', landmark: 'Reply: refund of a double charge' },
    { name: 'no gists', path: '/gists?starred=true', landmark: 'No starred gists' },
    { name: 'a missing gist', path: '/gists/nowhere', landmark: linkFromEmptyPage('Gist not found') },
    { name: 'a new gist', path: '/gists/new', landmark: 'New gist' },
    { name: 'editing a gist', path: '/gists/1/edit', landmark: 'Edit gist 1' },
    { name: 'the notifications', path: '/notifications', landmark: page => page.getByText('mentioned you') },
    { name: 'captured mail', path: '/mail/captured', landmark: 'Captured mail' },
    { name: 'no mail problems', path: '/mail/problems', landmark: 'No problems with incoming mail' },
    { name: 'a missing mail', path: '/mail/problems/incoming/nowhere', landmark: 'Email not found' },
    { name: 'no notifications', path: '/notifications?kind=assigned', landmark: 'You are up to date' },
    { name: 'no drafts', path: '/drafts', landmark: 'No drafts' },
    { name: 'the settings', path: '/settings', landmark: 'Settings' },
    { name: 'the checklist', path: '/settings/start', landmark: page => page.getByRole('list', { name: 'Steps' }) },
    { name: 'the people', path: '/settings/people', landmark: page => page.getByRole('list', { name: 'People' }) },
    { name: 'a person', path: '/settings/people/2', landmark: page => page.getByRole('form', { name: 'Person' }) },
    {
      name: 'disabling a person',
      path: '/settings/people/2',
      landmark: 'Disable this person?',
      open: click('Disable'),
      isOverlay: true,
    },
    {
      name: 'setting a password',
      path: '/settings/people/2',
      landmark: 'Set a new password',
      open: click('Set a new password'),
      isOverlay: true,
    },
    {
      name: 'sending a reset link',
      path: '/settings/people/2',
      landmark: 'Send a reset link',
      open: click('Send a reset link'),
      isOverlay: true,
    },
    { name: 'a new person', path: '/settings/people/new', landmark: 'New person' },
    { name: 'no programs', path: '/settings/programs', landmark: 'No programs yet' },
    { name: 'a program', path: '/settings/programs/desk-docs', landmark: 'API reference' },
    { name: 'a missing program', path: '/settings/programs/nowhere', landmark: 'Program not found' },
    { name: 'a new program', path: '/settings/programs/new', landmark: 'New program' },
    { name: 'the script tokens', path: '/settings/programs/tokens', landmark: 'Script tokens' },
    { name: 'a new script token', path: '/settings/programs/tokens/new', landmark: 'New script token' },
    { name: 'the mailboxes', path: '/settings/mailboxes', landmark: 'Mailboxes' },
    { name: 'a mailbox', path: '/settings/mailboxes/1', landmark: 'Support' },
    { name: 'a new mailbox', path: '/settings/mailboxes/new', landmark: 'New mailbox' },
    { name: 'the tags', path: '/settings/tags', landmark: 'Tags' },
    { name: 'a tag', path: '/settings/tags/billing', landmark: 'billing' },
    { name: 'the jobs', path: '/settings/jobs', landmark: 'Jobs' },
    { name: 'the desk', path: '/settings/desk', landmark: 'Desk' },
    { name: 'the sign-in settings', path: '/settings/sign-in', landmark: 'Passwords only' },
    { name: 'a new provider', path: '/settings/sign-in/new', landmark: 'New provider' },
    { name: 'the audit log', path: '/settings/audit', landmark: 'Audit log' },
    { name: 'an audit entry', path: '/settings/audit/1', landmark: 'Added a person' },
    { name: 'the backups', path: '/settings/data', landmark: page => page.getByRole('region', { name: 'Backup' }) },
    { name: 'an empty audit log', path: '/settings/audit?action=backup.made', landmark: 'No matching entries' },
    {
      name: 'deleting a mailbox',
      path: '/settings/mailboxes/1',
      landmark: 'Delete this mailbox?',
      open: click('Delete the mailbox'),
      isOverlay: true,
    },
    { name: 'an unknown address', path: '/nowhere', landmark: 'Page not found' },
    { name: 'the page after a sign-in', path: '/signed-in', landmark: 'You are signed in' },
    {
      name: 'deleting a gist',
      path: '/gists/1',
      landmark: 'Delete this gist?',
      open: click('Delete the gist'),
      isOverlay: true,
    },
    { name: 'the shortcuts', path: '/tickets', landmark: 'Keyboard shortcuts', open: press('?'), isOverlay: true },
    { name: 'the palette', landmark: 'Command palette', open: openPalette, isOverlay: true },
    { name: 'the new ticket', landmark: 'New ticket', open: press('c'), isOverlay: true },
    { name: 'the preferences', landmark: 'Preferences', open: press('g', ','), isOverlay: true },
    { name: 'sorting a list', landmark: dialog('Sort'), open: click(/^Sort/), isOverlay: true },
    {
      name: 'sharing a list',
      landmark: dialog('Share this list'),
      open: click('Share this list'),
      isOverlay: true,
    },
    {
      name: 'the account',
      landmark: dialog('Your account'),
      open: click('Administrator'),
      isOverlay: true,
      isWideOnly: true,
    },
    { name: 'changing the password', landmark: 'Change your password', open: openPasswordForm, isOverlay: true },
    { name: 'an ended session', path: '/tickets', landmark: 'Your session has ended', open: endSession },
    {
      name: 'the landing page',
      path: '/tickets',
      landmark: page => page.getByRole('link', { name: 'Sign in', exact: true }),
      open: page => page.goto('/'),
    },
  ],
};
