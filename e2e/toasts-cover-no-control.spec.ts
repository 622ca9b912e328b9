import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';

const toastRegion = (page: Page) => page.getByRole('region', { name: 'Status updates' });
const toastButtons = (page: Page) => toastRegion(page).getByRole('button', { name: 'Dismiss' });

/** Finds visible controls that a toast covers even after scrolling. */
const findCoveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const toasts = document.querySelector('[aria-label="Status updates"]');
    const controls = 'a[href], button, input, textarea, [role="option"], [contenteditable]';
    const isUncovered = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const points = [
        [x, y],
        [left + 2, top + 2],
        [right - 2, top + 2],
        [left + 2, bottom - 2],
        [right - 2, bottom - 2],
      ];
      return !points.some(([atX = 0, atY = 0]) => toasts?.contains(document.elementFromPoint(atX, atY)));
    };
    const isUncoveredAfterScrolling = (element: Element): boolean => {
      if (isUncovered(element)) return true;
      element.scrollIntoView({ block: 'center' });
      return isUncovered(element);
    };
    return [...document.querySelectorAll(controls)]
      .filter(element => !toasts?.contains(element) && !element.closest('[inert], dialog'))
      .filter(element => element.checkVisibility({ visibilityProperty: true }) && element.clientHeight > 1)
      .filter(element => !isUncoveredAfterScrolling(element))
      .map(element => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName);
  });

const rows = (page: Page, name = 'Tickets') => page.getByRole('list', { name }).getByRole('link');
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Steps from screen to screen within the page, since a page load removes toasts. */
const steps: Record<string, (page: Page) => Promise<void>> = {
  'the list': async () => {},
  'a selection': async page => {
    await press(page, 'x');
    await expect(page.getByRole('heading', { name: '1 selected' })).toBeVisible();
  },
  'a ticket': async page => {
    await press(page, 'Escape', 'Enter');
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
  },
  'a ticket with an open reply': async page => {
    await press(page, 'r');
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused();
  },
  'the drafts': async page => {
    await page.keyboard.type('Half a sentence');
    await press(page, 'Escape', 'g', 'd');
    await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();
  },
  'the gists': async page => {
    await press(page, 'g', 'g');
    await expect(rows(page, 'Gists').first()).toBeVisible();
  },
  'a gist': async page => {
    await press(page, 'Enter');
    await expect(page.getByRole('button', { name: 'Delete the gist' })).toBeVisible();
  },
  'a gist form': async page => {
    await press(page, 'g', 'e');
    await expect(page.getByRole('button', { name: 'Add a file' })).toBeVisible();
  },
};

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 375, height: 720 },
];

/** Makes toasts stay until they are dismissed, even on a busy machine. They would close after ten seconds. */
const holdToasts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const startLonger = (handler: TimerHandler, delay?: number, ...values: unknown[]): number =>
      start(handler, delay === 10_000 ? 600_000 : delay, ...values);
    Object.assign(window, { setTimeout: startLonger });
  });

/** Closes the given number of open tickets from the list. Each shows a toast. */
async function closeTickets(page: Page, count: number): Promise<void> {
  await page.goto('/tickets?state=open&sort=created_at');
  await expect(rows(page).first()).toBeVisible();
  await press(page, 'j');
  for (let closed = 0; closed < count; closed++) {
    const next = await rows(page).nth(1).getAttribute('href');
    await press(page, 'e');
    await expect(rows(page).first()).toHaveAttribute('href', next ?? '');
    await expect(rows(page).first()).toBeFocused();
  }
}

test('Toasts cover no control', async ({ page }) => {
  await holdToasts(page);
  await signInByRequest(page.request);
  await closeTickets(page, 3);
  for (const [name, reach] of Object.entries(steps)) {
    await reach(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await findCoveredControls(page), `${name}, ${size.width} pixels wide`).toEqual([]);
    }
    await expect(toastButtons(page), name).toHaveCount(3);
  }
  await toastButtons(page).last().focus();
  expect(await findViolationsInBothThemes(page, { within: '[aria-label="Status updates"]' })).toEqual([]);
});

test('Nothing moves when a toast disappears', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await holdToasts(page);
  await signInByRequest(page.request);
  await closeTickets(page, 2);
  const last = rows(page).last();
  await press(page, 'End');
  await expect(last).toBeFocused();
  await last.evaluate(row => row.closest('ul')?.parentElement?.scrollBy(0, 1000));
  const before = await last.boundingBox();
  for (const remaining of [1, 0]) {
    await toastButtons(page).last().click();
    await expect(toastButtons(page)).toHaveCount(remaining);
  }
  expect(await last.boundingBox()).toEqual(before);
});
