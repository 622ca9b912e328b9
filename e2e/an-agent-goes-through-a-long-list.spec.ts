import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { overTheApi } from './over-the-api.ts';
import { signInUnseen } from './sign-in-unseen.ts';

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const linkOf = (page: Page, subject: string) => rowsOf(page).getByRole('link', { name: subject });
const turnToPage = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('An agent goes through a list by its keys', async ({ page, context }) => {
  await signIn(page, '/tickets?state=open&sort=-priority,created_at');
  await expect(rowsOf(page).first()).toBeVisible();
  const subjects = await rowsOf(page).getByRole('link').allInnerTexts();
  const focused = page.locator(':focus');
  const expectFocusOn = (index: number) => expect(focused).toContainText(subjects[index]?.split('\n')[1] ?? 'a row');

  await test.step('from its first row, however often the rows have changed before', async () => {
    for (const subject of ['Charged twice, again', 'Charged twice for the November invoice']) {
      await overTheApi(context.request).change('1042', { subject });
      await expect(async () => {
        await turnToPage(page);
        await expect(linkOf(page, subject)).toBeVisible({ timeout: 1000 });
      }).toPass();
    }
    await page.keyboard.press('j');
    await expectFocusOn(0);
  });

  await test.step('and another list from its own', async () => {
    await page.keyboard.press('End');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible();
    await expect(page.getByText('Nothing here')).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page.getByRole('heading', { name: 'Open', level: 1 })).toBeVisible();
    await expectFocusOn(0);
  });

  await test.step('up and down, to the ends and back', async () => {
    await page.keyboard.press('ArrowDown');
    await expectFocusOn(1);
    await page.keyboard.press('k');
    await expectFocusOn(0);
    await page.keyboard.press('End');
    await expect(rowsOf(page).last().getByRole('link')).toBeFocused();
    await page.keyboard.press('Home');
    await expectFocusOn(0);
  });

  await test.step('selects a range, makes it smaller, and lets it go', async () => {
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toHaveCount(1);
    await page.keyboard.press('Shift+K');
    await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible();
    await rowsOf(page)
      .nth(3)
      .getByRole('link')
      .click({ modifiers: ['Shift'] });
    await expect(page.getByRole('heading', { name: '4 selected' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    for (let row = 0; row < 4; row++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+X');
    await expect(page.getByRole('heading', { name: '5 selected' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Open' })).toBeVisible();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  await test.step('closes the row under the focus, which goes to the next one', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('e');
    await expect(linkOf(page, 'Charged twice')).toHaveCount(0);
    await expectFocusOn(1);
    await page.keyboard.press('z');
    await expect(linkOf(page, 'Charged twice')).toBeVisible();
  });

  await test.step('sets the priority of the row under the focus', async () => {
    await page.keyboard.press('p');
    await page.getByRole('option', { name: 'Low' }).click();
    await expect(linkOf(page, 'Low priority Nobody in the Lisbon office')).toHaveCount(1);
    await expect(focused).toHaveRole('link');
  });

  await test.step('opens a row and comes back to it', async () => {
    await page.keyboard.press('Home');
    await expectFocusOn(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Charged twice for the November invoice' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(linkOf(page, 'Charged twice')).toBeFocused();
  });
});

test('An agent reads far down a list', async ({ page, context }) => {
  await signInUnseen(context.request);
  const api = overTheApi(context.request);
  const created: string[] = [];
  for (let from = 0; from < 220; from += 20) {
    const some = Array.from({ length: 20 }, (_, index) =>
      api.create({ subject: `Wave ${from + index}`, tags: ['flood'], priority: 'low' }),
    );
    created.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  const last = rowsOf(page).last();
  const readings: string[] = [];
  page.on('request', request => {
    if (new URL(request.url()).searchParams.has('tag') && request.url().includes('per_page=50'))
      readings.push(request.url());
  });

  await test.step('to its end', async () => {
    await page.goto('/tickets?tag=flood&sort=-created_at');
    await expect(rowsOf(page).first()).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('End');
    await expect(last).toHaveAttribute('aria-setsize', '220');
    await expect(last.getByRole('link')).toBeFocused();
    await expect(last).toHaveAttribute('aria-posinset', '220');
    expect(readings).toHaveLength(5);
  });

  await test.step('and what changes there is read without the rest', async () => {
    readings.length = 0;
    const [, id = 'a number'] = /#(\d+)/.exec(await last.innerText()) ?? [];
    await api.change(id, { subject: 'A wave that broke' });
    await api.create({ subject: 'Another wave', tags: ['flood'] });
    await expect(async () => {
      await turnToPage(page);
      await expect(last).toContainText('A wave that broke', { timeout: 1000 });
    }).toPass();
    // The first page and one more, since a row has entered it; and the last one or two.
    expect(readings.length).toBeLessThanOrEqual(4);
  });

  await test.step('goes elsewhere, and Back is where it was left', async () => {
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Waiting' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting' })).toBeVisible();
    await page.goBack();
    await expect(linkOf(page, `#${Number(created[0]) + 5}`)).toBeInViewport();
  });

  await test.step('finds every row on the way down', async () => {
    const seen = new Set<string>();
    await rowsOf(page).getByRole('link').last().focus();
    await page.keyboard.press('Home');
    await expect(linkOf(page, 'Another wave')).toBeFocused();
    for (let index = 0; index < 240; index += 8) {
      for (const text of await rowsOf(page).getByRole('link').allInnerTexts()) seen.add(/#(\d+)/.exec(text)?.[1] ?? '');
      await page.keyboard.press('PageDown');
    }
    await expect(last).toHaveAttribute('aria-posinset', '221');
    expect(created.filter(id => !seen.has(id))).toEqual([]);
  });
});
