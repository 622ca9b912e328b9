import type { Locator, Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

test.use({ viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true });

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const row = (page: Page, subject: string): Locator => rows(page).filter({ hasText: subject }).getByRole('link');

/** Returns by how many pixels the page is wider than the window. */
const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns whether a control is hit by a touch this many pixels above its middle, and by a touch as far below it. */
async function isHitAt(control: Locator, pixels: number): Promise<boolean> {
  return await control.evaluate((element, distance) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return [y - distance, y + distance].every(at => element.contains(document.elementFromPoint(x, at)));
  }, pixels);
}

test('An agent works on a phone', async ({ page }) => {
  await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at');
  await expect(rows(page).first()).toBeVisible();

  await test.step('finds controls that are large enough to touch', async () => {
    await row(page, 'Charged twice').getByText('billing', { exact: true }).tap();
    await expect(page.getByRole('button', { name: /^Remove the filter/ })).toBeVisible();
    expect(await measureOverflow(page)).toBe(0);
    expect((await rows(page).first().boundingBox())?.height).toBe(68);
    for (const name of ['Menu', 'Share this list', /^Sort/, 'New', /^Remove the filter/, '+ Filter']) {
      expect(await isHitAt(page.getByRole('button', { name, exact: true }).first(), 19), String(name)).toBe(true);
    }
  });

  await test.step('closes the menu, which returns the focus, and opens a different view from the menu', async () => {
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.tap();
    const drawer = page.getByRole('dialog', { name: 'Stardesk' });
    await expect(drawer.getByRole('link', { name: /^Open/ })).toHaveAttribute('aria-current', 'page');
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.tap();
    await drawer.getByRole('link', { name: /^Unassigned/ }).tap();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Unassigned', level: 1 })).toBeVisible();
  });

  const subject = 'Wrong VAT number on three invoices';
  await test.step('triages a ticket', async () => {
    await row(page, subject).tap();
    await expect(page.getByRole('heading', { name: subject })).toBeVisible();
    expect(await measureOverflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Priority: High' }).tap();
    await page.getByRole('option', { name: 'Urgent' }).tap();
    await expect(page.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible();
  });

  await test.step('answers the ticket', async () => {
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.tap();
    await reply.fill('The number is right on all three now.');
    await page.getByRole('button', { name: /^Send/ }).first().tap();
    const messages = page.getByRole('region', { name: 'Messages' }).getByRole('article');
    await expect(messages.filter({ hasText: 'The number is right on all three now.' })).toHaveCount(1);
  });

  await test.step('closes the ticket and returns to the list', async () => {
    const closed = page.waitForResponse(response => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Close', exact: true }).tap();
    await closed;
    await page.getByRole('link', { name: 'Back to the list' }).tap();
    await expect(page.getByRole('heading', { name: 'Unassigned', level: 1 })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step('returns to the same position in a long list', async () => {
    await page.goto('/tickets');
    await expect(rows(page).first()).toBeVisible();
    const list = page.getByRole('list', { name: 'Tickets' });
    await list.evaluate(element => element.parentElement?.scrollTo(0, 1500));
    const inTheMiddle = rows(page).nth(14);
    await expect(inTheMiddle, 'the rows in the middle are rendered').toBeInViewport();
    const number = /#\d+/.exec(await inTheMiddle.innerText())?.[0] ?? 'a number';
    await inTheMiddle.getByRole('link').tap();
    await page.getByRole('link', { name: 'Back to the list' }).tap();
    await expect(rows(page).filter({ hasText: number })).toBeInViewport();
  });
});
