import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const findLink = (page: Page, subject: string) => rows(page).getByRole('link', { name: subject });
const focusPage = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('An agent browses a list with the keyboard', async ({ page, api }) => {
  await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at');
  await expect(rows(page).first()).toBeVisible();
  const subjects = await rows(page).getByRole('link').allInnerTexts();
  const focused = page.locator(':focus');
  const expectFocusOn = (index: number) => expect(focused).toContainText(subjects[index]?.split('\n')[1] ?? 'a row');

  await test.step('starts at the first row, even after changes', async () => {
    for (const subject of ['Charged twice, again', 'Charged twice for the November invoice']) {
      await api.updateTicket('1042', { subject });
      await expect(async () => {
        await focusPage(page);
        await expect(findLink(page, subject)).toBeVisible({ timeout: 1000 });
      }).toPass();
    }
    await page.keyboard.press('j');
    await expectFocusOn(0);
  });

  await test.step('starts a different list at its first row', async () => {
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

  await test.step('selects a range, shrinks it and clears it', async () => {
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toHaveCount(1);
    await page.keyboard.press('Shift+K');
    await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible();
    await rows(page)
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

  await test.step('sets the priority of the focused row', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('j');
    await expectFocusOn(1);
    await page.keyboard.press('p');
    await page.getByRole('option', { name: 'Low' }).click();
    await expect(findLink(page, 'Low priority Nobody in the Lisbon office')).toHaveCount(1);
    await expect(focused).toHaveRole('link');
  });

  await test.step('opens a row and returns to it', async () => {
    await page.keyboard.press('Home');
    await expectFocusOn(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Charged twice for the November invoice' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(findLink(page, 'Charged twice')).toBeFocused();
  });
});

test('An agent scrolls far down a list', async ({ page, context, api }) => {
  await signInByRequest(context.request);
  const created: string[] = [];
  for (let start = 0; start < 220; start += 20) {
    const batch = Array.from({ length: 20 }, (_, index) =>
      api.createTicket({ subject: `Wave ${start + index}`, tags: ['flood'], priority: 'low' }),
    );
    created.push(...(await Promise.all(batch)).map(({ id }) => id));
  }
  const last = rows(page).last();
  const pageRequests: string[] = [];
  page.on('request', request => {
    if (new URL(request.url()).searchParams.has('tag') && request.url().includes('per_page=50'))
      pageRequests.push(request.url());
  });

  await test.step('reaches the end', async () => {
    await page.goto('/tickets?tag=flood&sort=-created_at');
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('End');
    await expect(last).toHaveAttribute('aria-setsize', '220');
    await expect(last.getByRole('link')).toBeFocused();
    await expect(last).toHaveAttribute('aria-posinset', '220');
    expect(new Set(pageRequests).size, 'pages').toBe(5);
  });

  await test.step('sees changes at the end without loading the whole list', async () => {
    pageRequests.length = 0;
    const [, id = 'a number'] = /#(\d+)/.exec(await last.innerText()) ?? [];
    await api.updateTicket(id, { subject: 'A wave that broke' });
    await api.createTicket({ subject: 'Another wave', tags: ['flood'] });
    await expect(async () => {
      await focusPage(page);
      await expect(last).toContainText('A wave that broke', { timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
    // Allows four pages: the first two, because of the new row, and the last two.
    expect(pageRequests.length).toBeLessThanOrEqual(4);
  });

  await test.step('opens a different list and goes back to the same position', async () => {
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Waiting' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(findLink(page, `#${Number(created[0]) + 5}`)).toBeInViewport();
  });

  await test.step('sees every row while paging down', async () => {
    const seen = new Set<string>();
    await rows(page).getByRole('link').last().focus();
    await page.keyboard.press('Home');
    await expect(findLink(page, 'Another wave')).toBeFocused();
    for (let index = 0; index < 240; index += 8) {
      for (const text of await rows(page).getByRole('link').allInnerTexts()) seen.add(/#(\d+)/.exec(text)?.[1] ?? '');
      await page.keyboard.press('PageDown');
    }
    await expect(last).toHaveAttribute('aria-posinset', '221');
    expect(created.filter(id => !seen.has(id))).toEqual([]);
  });
});
