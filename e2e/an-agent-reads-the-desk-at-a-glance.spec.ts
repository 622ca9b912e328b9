import type { Locator, Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { navigateWithinPage } from './navigate-within-page.ts';

const inbox = '/tickets?state=open&sort=-priority,created_at';
const row = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').filter({ hasText: name });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Returns the SVG content of the icon in an element; undefined without an icon. */
const readIcon = (element: Locator): Promise<string | undefined> =>
  element.evaluate(node => node.querySelector('svg')?.innerHTML);

/** Returns the size and colour of the dot before a priority; empty without a dot. */
const readDot = (priority: Locator): Promise<string[]> =>
  priority.evaluate(node => {
    const { content, width, height, borderColor } = getComputedStyle(node, '::before');
    return content === 'none' ? [] : [width, height, borderColor];
  });

test('An agent reads the desk at a glance', async ({ page }) => {
  await openSignedIn(page, inbox);

  await test.step('sees which tickets need a reply, and no placeholder for a missing assignee', async () => {
    const unanswered = row(page, 'Wrong VAT number');
    await expect(unanswered.getByText('Wrong VAT number')).toHaveCSS('font-weight', '500');
    const dot = await readDot(unanswered.getByRole('img', { name: 'High priority' }));
    expect(dot.slice(0, 2)).toEqual(['6px', '6px']);
    await expect(unanswered.getByRole('img', { name: 'Unassigned' })).toBeEmpty();
    const answered = row(page, 'Nobody in the Lisbon office');
    await expect(answered.getByText('Nobody in the Lisbon office')).toHaveCSS('font-weight', '450');
    expect(await readDot(answered.getByRole('img', { name: 'Urgent priority' }))).toEqual([]);
  });

  await test.step('reads the sort order in words', async () => {
    await expect(button(page, 'Sort: Priority, then oldest')).toBeVisible();
  });

  await test.step('sees only the filters that the view does not imply', async () => {
    const chips = page.getByRole('button', { name: /^Remove the filter/ });
    await expect(chips).toHaveCount(0);
    await navigateWithinPage(page, `${inbox}&tag=billing`);
    await expect(page.getByRole('heading', { name: 'Open', level: 1 })).toBeVisible();
    await expect(chips).toHaveText(['tag: billing']);
  });

  await test.step('finds the keys of the toolbar in its tooltips', async () => {
    await navigateWithinPage(page, '/tickets/1039?state=open');
    await expect(button(page, 'Previous ticket')).toHaveAttribute('title', 'Previous ticket (K)');
    await expect(button(page, 'Next ticket')).toHaveAttribute('title', 'Next ticket (J)');
    await expect(button(page, 'Next ticket')).toHaveText('');
  });

  await test.step('reads messages in frames that fit their text and are as wide as the composer', async () => {
    const message = page.getByRole('article').filter({ hasText: 'Found it. Lisbon' });
    const [paragraph, composer] = [
      message.getByText('Found it. Lisbon'),
      page.getByRole('region', { name: 'Write a message' }),
    ];
    const [text, frame, writing] = await Promise.all([paragraph, message, composer].map(each => each.boundingBox()));
    const insetPixels = 15;
    expect(text?.width, '72 characters').toBe(624);
    expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBe((text?.x ?? 0) + (text?.width ?? 0) + insetPixels);
    expect(writing).toMatchObject({ x: frame?.x, width: frame?.width });
  });

  await test.step('sees the composer’s keys only while they work, and Undo only after sending', async () => {
    const composer = page.getByRole('region', { name: 'Write a message' });
    await expect(button(page, 'Send')).toHaveText('Send');
    await page.getByRole('textbox', { name: 'Reply' }).fill('The clocks agree.');
    await expect(button(page, 'Send')).toHaveText(/^Send (Ctrl|⌘) ↵$/);
    await expect(button(page, 'Send and close')).toHaveText(/^Send and close (Ctrl|⌘) ⇧ ↵$/);
    await expect(composer).not.toContainText(/undo/i);
    await button(page, 'Send').click();
    await expect(button(page, 'Undo send').first()).toBeVisible();
  });

  await test.step('sees a star beside Starred, but a different icon beside Insert gist', async () => {
    const star = await readIcon(page.getByRole('link', { name: /^Starred/ }));
    expect(star).toContain('<path');
    expect(await readIcon(button(page, 'Insert gist'))).not.toBe(star);
  });

  await test.step('reads every shortcut once, without scrolling', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toBeVisible();
    const labels = await sheet.getByRole('term').allInnerTexts();
    expect(labels.length).toBeGreaterThan(40);
    expect(labels).toEqual([...new Set(labels)]);
    const { scrollHeight, clientHeight } = await sheet.evaluate(({ scrollHeight, clientHeight }) => ({
      scrollHeight,
      clientHeight,
    }));
    expect(scrollHeight, 'at a height of 900 pixels').toBeLessThanOrEqual(clientHeight);
  });
});
