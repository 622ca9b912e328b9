import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { outOfReach, whatMoves } from './reach.ts';
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

/** Every screen of a room, how to get to it from its address, and a heading that tells that one is there. */
const rooms: Record<string, Screen[]> = {
  tickets: [
    { name: 'the inbox', path: '/tickets?state=open&sort=-priority,created_at', sign: 'Open' },
    { name: 'an empty list', path: '/tickets?q=xyzzy', sign: 'Nothing found for “xyzzy”' },
    { name: 'a refused list', path: '/tickets?stat=open', sign: 'The tickets could not be read' },
    { name: 'a ticket', path: '/tickets/1039?state=open', sign: 'Nobody in the Lisbon office' },
    { name: 'a ticket that there is not', path: '/tickets/nowhere', sign: 'There is no such ticket' },
    { name: 'a selection', path: '/tickets?state=open', sign: '1 selected', reach: pressKeys('x') },
    { name: 'what a search found, and the filters', path: '/tickets?q=invoice', sign: 'All', reach: openFilters },
    { name: 'a view to save', path: '/tickets?tag=billing', sign: 'Save view', reach: pressKeys('v') },
    { name: 'a gist to insert', path: '/tickets/1039', sign: 'Nobody in the Lisbon office', reach: openPicker },
    { name: 'the end of a ticket', path: '/tickets/1040', sign: 'Delete #1040?', reach: askToDeleteTicket },
    { name: 'the new ticket', path: '/tickets', sign: 'New ticket', reach: pressKeys('c') },
  ],
  'gists and the rest': [
    { name: 'the gists', path: '/gists', sign: 'Gists' },
    { name: 'a gist', path: '/gists/1', sign: 'Reply: refund of a double charge' },
    { name: 'no gists', path: '/gists?starred=true', sign: 'No starred gists' },
    { name: 'a gist that there is not', path: '/gists/nowhere', sign: 'There is no such gist' },
    { name: 'a new gist', path: '/gists/new', sign: 'New gist' },
    { name: 'a gist that is changed', path: '/gists/1/edit', sign: 'Edit gist 1' },
    { name: 'no drafts', path: '/drafts', sign: 'No drafts' },
    { name: 'nothing', path: '/nowhere', sign: 'There is nothing at this address' },
    { name: 'the page after a sign-in', path: '/signed-in', sign: 'You are signed in' },
    { name: 'the end of a gist', path: '/gists/1', sign: 'Delete this gist?', reach: askToDelete },
    { name: 'the shortcuts', path: '/tickets', sign: 'Keyboard shortcuts', reach: pressKeys('?') },
    { name: 'the palette', path: '/tickets', sign: 'Command palette', reach: openPalette },
    { name: 'the preferences', path: '/tickets', sign: 'Preferences', reach: pressKeys('g', ',') },
    { name: 'the end of the session', path: '/tickets', sign: 'Your session has ended', reach: endSession },
  ],
};

/** Once the ticket is there: the list may be before it. */
async function askToDeleteTicket(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'More for this ticket' })).toBeVisible();
  await page.keyboard.press('#');
}

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

/** A laptop's window, a phone, and the laptop's window at twice the size (WCAG 2.2, 1.4.4). */
const [laptop, phone, zoomed] = [
  { width: 1440, height: 900 },
  { width: 360, height: 800 },
  { width: 720, height: 450 },
];

/** What another width changes is looked for by every rule, what another theme changes is colours alone. */
const ways = [
  { colorScheme: 'light', reducedMotion: 'no-preference', viewport: laptop, find: violations },
  { colorScheme: 'dark', reducedMotion: 'reduce', viewport: laptop, find: wrongColours },
  { colorScheme: 'dark', reducedMotion: 'reduce', viewport: laptop, find: whatMoves },
  { colorScheme: 'light', reducedMotion: 'no-preference', viewport: zoomed, find: outOfReach },
  { colorScheme: 'light', reducedMotion: 'no-preference', viewport: phone, find: violations },
  { colorScheme: 'light', reducedMotion: 'no-preference', viewport: phone, find: outOfReach },
] as const;

/** Waits until what is open has found its place in the window, and colours are those of the chosen theme. */
const endTransitions = (page: Page) =>
  page.evaluate(async () => {
    // In the first of two frames the page hears of its window.
    for (let frame = 0; frame < 2; frame++) await new Promise(resolve => requestAnimationFrame(resolve));
    const transitions = document.getAnimations().filter(animation => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });

/** Looks at what is on the screen in every way; at the end it is as before. */
async function expectForEveryone(page: Page, name: string, sign: Locator): Promise<void> {
  for (const { colorScheme, reducedMotion, viewport, find } of [...ways, { ...ways[0], find: null }]) {
    await page.emulateMedia({ colorScheme, reducedMotion });
    await page.setViewportSize(viewport);
    await expect(sign).toBeVisible();
    await endTransitions(page);
    if (find) expect.soft(await find(page), `${name}, ${colorScheme} and ${viewport.width} pixels wide`).toEqual([]);
  }
}

/** Goes there as a link leads; where keys are pressed then, by loading the page, so that they meet no other. */
const goTo = (page: Page, { path, reach }: Screen) =>
  reach ? page.goto(path) : page.evaluate(to => history.pushState(null, '', to), path);

for (const [room, screens] of Object.entries(rooms)) {
  test(`Every screen is for everyone: ${room}`, async ({ page }) => {
    test.slow();
    await signIn(page);
    for (const screen of screens) {
      await goTo(page, screen);
      await expect(
        page
          .getByRole('list', { name: /Tickets|Gists/ })
          .or(page.getByRole('heading', { name: screen.sign }))
          .or(page.getByRole('button', { name: /^(Delete the gist|More for this ticket)$/ }))
          .first(),
      ).toBeVisible();
      await screen.reach?.(page);
      await expectForEveryone(page, screen.name, page.getByRole('heading', { name: screen.sign }).first());
    }
  });
}

test('Every screen is for everyone: the landing', async ({ page }) => {
  await page.goto('/');
  await expectForEveryone(page, 'the landing', page.getByRole('link', { name: 'Sign in' }));
});
