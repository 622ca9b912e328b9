import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';

const row = (page: Page, index: number) =>
  page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').nth(index).getByRole('link');
const choices = (page: Page) => page.getByRole('option');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Types within the page, because a busy machine slows down the keyboard of Playwright. */
async function typeQuickly(page: Page, text: string): Promise<void> {
  await page.evaluate(letters => {
    const press = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    for (const letter of letters) document.activeElement?.dispatchEvent(press(letter));
  }, text);
}

/** Presses keys and checks that an element has the focus after each key. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expect(page.locator('body')).not.toBeFocused();
  }
}

test('An agent triages with the keyboard only', async ({ page, api }) => {
  await signInByRequest(page.request);
  const { createTicket } = api;
  for (const room of ['door', 'hall', 'roof']) await createTicket({ subject: `Water in the ${room}`, tags: ['water'] });
  await page.goto('/tickets?state=open&tag=water&sort=created_at');

  await test.step('goes down the list and opens a ticket', async () => {
    await expect(row(page, 0)).toBeVisible();
    await press(page, 'j');
    await expect(row(page, 0)).toBeFocused();
    await press(page, 'j', 'j', 'k');
    await expect(row(page, 1)).toBeFocused();
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Water in the hall' })).toBeFocused();
  });

  await test.step('types a sentence outside of fields, which changes nothing', async () => {
    await typeQuickly(page, 'each order takes a credit note. #z');
    await press(page, 'ArrowLeft', 'n');
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'State: Open')).toBeVisible();
    await press(page, 'Escape');
  });

  await test.step('assigns the ticket, raises its priority and adds a tag', async () => {
    await press(page, 'a');
    await expect(choices(page)).not.toHaveCount(0);
    await press(page, 'm', 'Enter');
    await expect(button(page, 'Assignee: Mara Okafor')).toBeFocused();
    await press(page, 'p');
    await expect(choices(page)).not.toHaveCount(0);
    await press(page, 'h', 'Enter');
    await expect(button(page, 'Priority: High')).toBeFocused();
    await press(page, 't');
    await expect(page.getByPlaceholder('Find or add a tag')).toBeFocused();
    await page.keyboard.type('On site, Köln');
    await expect(page.getByText('Tags use the letters a to z')).toBeVisible();
    await press(page, 'Enter');
    await expect(button(page, 'Remove the tag on-site-koln')).toBeVisible();
    await expect(button(page, 'Add a tag: + Tag')).toBeFocused();
  });

  await test.step('answers the ticket', async () => {
    await press(page, 'r');
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused();
    await page.keyboard.type('All dry again; we close this one.');
    await press(page, 'ControlOrMeta+Enter');
    await expect(page.getByRole('article').filter({ hasText: 'we close this one' })).toBeVisible();
  });

  await test.step('closes the ticket; holding the key closes no other ticket', async () => {
    await page.keyboard.down('e');
    for (let held = 0; held < 5; held++) await page.keyboard.down('e');
    await page.keyboard.up('e');
    await expect(button(page, 'State: Closed')).toBeVisible();
    await press(page, 'j');
    await expect(page.getByRole('heading', { level: 1, name: 'Water in the roof' })).toBeFocused();
    await expect(button(page, 'State: Open')).toBeVisible();
  });

  await test.step('closes each overlay with one Escape', async () => {
    await press(page, 'n');
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
    await press(page, 'Escape');
    await expect(page.getByRole('textbox', { name: 'Note' })).not.toBeFocused();
    await expect(button(page, 'State: Open')).toBeVisible();
    await press(page, 'p', 'Escape');
    await expect(page.getByRole('button', { name: /^Priority: / })).toBeFocused();
    await press(page, '?', 'Escape');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Priority: / })).toBeFocused();
    await press(page, 'Escape');
    await expect(page.getByRole('heading', { name: 'Your queue' })).toBeVisible();
  });

  await test.step('finds the closed ticket and reopens it', async () => {
    await page.keyboard.press('g');
    await expect(page.getByText('Go to my tickets')).toBeVisible();
    await press(page, 'i', 'ControlOrMeta+k');
    await page.keyboard.type('recently');
    await press(page, 'Enter');
    await expect(row(page, 0)).toContainText('Water in the hall');
    await expect(row(page, 0)).toBeFocused();
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Water in the hall' })).toBeFocused();
    await press(page, 'o');
    await expect(button(page, 'State: Open')).toBeVisible();
  });
});
