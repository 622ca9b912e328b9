import type { Page } from '@playwright/test';
import { findStructureViolations, findViolationsInBothThemes } from './accessibility.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

// The browser's errors while the desk is unavailable.
test.use({ expectedErrors: /ERR_FAILED/ });

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const picker = (page: Page) => page.getByRole('dialog', { name: 'Insert gist' });
const selected = (page: Page) => page.evaluate(() => getSelection()?.toString());

test('An agent presses Enter twice on a gist that is still loading', async ({ page, api }) => {
  await openSignedIn(page, '/tickets/1042?state=open');
  const files = { 'slow.md': { content: 'Text of the gist.' } };
  const { id } = await api.addGist({ description: 'A slow gist', files });
  const release = await delayRequests(page, 'GET', `**/api/gists/${id}`);
  await page.getByRole('button', { name: 'Insert gist' }).click();
  await picker(page).getByRole('combobox').fill('A slow gist');
  await expect(picker(page).getByRole('option').first()).toHaveText('A slow gist');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  release();
  await expect(picker(page)).toBeHidden();
  await expect(reply(page)).toHaveValue('Text of the gist.');
});

test('An agent replies with a starred gist', async ({ page }) => {
  await openSignedIn(page, '/gists?sort=created_at');

  await test.step('stars two gists with the keyboard and undoes one star', async () => {
    const gists = page.getByRole('list', { name: 'Gists' });
    const starred = gists.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Starred' }) });
    await expect(gists.getByRole('listitem').first()).toContainText('Reply: refund of a double charge');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.keyboard.press('j');
    const release = await delayRequests(page, 'PUT', '**/gists/2/star');
    for (const count of [2, 1, 2]) {
      await page.keyboard.press('s');
      await expect(starred).toHaveCount(count);
    }
    const toasts = page.getByRole('group', { name: 'Starred', exact: true });
    await expect(toasts, 'one toast for each gist').toHaveCount(2);
    expect(await findStructureViolations(page)).toEqual([]);
    const unstarred = page.waitForResponse(response => response.request().method() === 'DELETE');
    await page.keyboard.press('z');
    await expect(starred).toHaveCount(1);
    release();
    await unstarred;
    await expect(page.getByRole('link', { name: 'Starred 1' }).first()).toBeVisible();
    await page.reload();
    await expect(starred).toHaveText(/double charge/);
  });

  await test.step('inserts a starred gist in the middle of the reply', async () => {
    await page.goto('/tickets/1042?state=open');
    await reply(page).fill('Hello / good morning.\nBest, A.');
    await reply(page).press('ControlOrMeta+Home');
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Insert gist' }).click();
    const options = picker(page).getByRole('option');
    await expect(options.first()).toHaveText(/^Starred\. Reply: refund of a double charge/);
    await expect(picker(page)).toContainText('2 files: refund-double-charge.md, before-you-send.md');
    await page.keyboard.type('double');
    await page.keyboard.press('Enter');
    await expect(picker(page).getByRole('combobox', { name: 'Which file?' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(picker(page)).toBeHidden();
    await expect(reply(page)).toBeFocused();
    await expect(reply(page)).toHaveValue(/^Hello \/ good morning\.Hi \{name\},\n.*Best, \{agent\}\nBest, A\.$/s);
  });

  await test.step('undoes the insertion in one step, and redoes it', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(reply(page)).toHaveValue('Hello / good morning.\nBest, A.');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(reply(page)).toHaveValue(/Hi \{name\},/);
  });

  await test.step('inserts with a slash on an empty line and fills in the placeholders', async () => {
    await reply(page).fill('');
    await page.keyboard.type('/dou');
    await expect(picker(page).getByRole('combobox')).toHaveValue('dou');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => selected(page)).toBe('{name}');
    await page.keyboard.type('Amélie');
    await page.keyboard.press('Tab');
    await expect.poll(() => selected(page)).toBe('{invoice}');
    await page.keyboard.type('INV-20932');
    await expect(reply(page)).toHaveValue(/^Hi Amélie,\n.*\(INV-20932\)/s);
  });

  await test.step('uses the palette to insert fenced code in the middle of the reply', async () => {
    await reply(page).fill('First this.\nThen that.');
    await reply(page).press('ControlOrMeta+Home');
    await page.keyboard.press('End');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('insert a gist');
    await page.keyboard.press('Enter');
    await expect(picker(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('to');
    await expect(picker(page).getByRole('option').first(), 'a match in a file of the gist').toContainText(
      'double charge',
    );
    const release = await delayRequests(page, 'GET', '**/api/gists?*q=token*');
    await page.keyboard.type('ken good');
    await page.keyboard.press('Enter');
    release();
    await expect(reply(page), 'waits for the match').toBeFocused();
    await expect(reply(page)).toHaveValue(/^First this\.\n```shell\n#!\/bin\/sh\n.*\n```\nThen that\.$/s);
  });

  await test.step('types a literal slash', async () => {
    await reply(page).fill('');
    await page.keyboard.type('//');
    await expect(reply(page)).toHaveValue('/');
    await page.keyboard.type('etc/hosts');
    await expect(reply(page)).toHaveValue('/etc/hosts');
    await expect(picker(page)).toBeHidden();
  });

  await test.step('types into a picker that is closed and reopened immediately', async () => {
    await reply(page).fill('');
    await page.keyboard.type('/');
    await picker(page).evaluate((layer: HTMLElement) => {
      layer.hidePopover();
      layer.showPopover();
    });
    await page.keyboard.type('/');
    await expect(reply(page)).toHaveValue('/');
  });

  await test.step('inserts a gist while the desk is unavailable', async () => {
    await reply(page).fill('');
    await page.route('**/api/gists**', route => route.abort());
    await page.keyboard.type('/double');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(reply(page)).toHaveValue(/^Hi \{name\}/);
    await page.unroute('**/api/gists**');
  });

  await test.step('is warned about remaining placeholders and returns to them', async () => {
    const panel = page.getByRole('region', { name: 'Unfilled placeholders' });
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(panel).toContainText('Your reply still contains {name}, {invoice} and');
    await expect(panel.getByRole('button', { name: 'Go to placeholder' })).toBeFocused();
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Unfilled placeholders"]' })).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(panel).toBeHidden();
    await expect(reply(page)).toBeFocused();
    await expect.poll(() => selected(page)).toBe('{name}');
    await page.keyboard.type('Amélie');
    await page.keyboard.press('Tab');
    await expect.poll(() => selected(page)).toBe('{invoice}');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(panel).toContainText('Your reply still contains {invoice}, ');
    await page.keyboard.press('Escape');
    await expect.poll(() => selected(page)).toBe('{invoice}');
  });

  await test.step('sends the reply anyway', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('second charge ({invoice}) was ours');
    await expect(reply(page)).toHaveValue('');
  });
});
