import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Preferences' });
const openPreferences = async (page: Page): Promise<void> => {
  await page.keyboard.press('g');
  await page.keyboard.press(',');
  await expect(dialog(page)).toBeVisible();
};
const root = (page: Page) => page.locator(':root');

/** Records every colour scheme of the page while it loads. */
const watchSchemes = (page: Page) =>
  page.addInitScript(() => {
    const schemes: string[] = [];
    const record = (): void => {
      const scheme = document.documentElement ? getComputedStyle(document.documentElement).colorScheme : '';
      if (document.body && schemes.at(-1) !== scheme) schemes.push(scheme);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(window, { schemes });
  });

/** Expects the first six rows to have this height in pixels, without gaps between them. */
const expectRowHeight = (page: Page, height: number) =>
  expect
    .poll(async () => {
      const rows = await page.getByRole('list', { name: 'Tickets' }).getByRole('listitem').all();
      const boxes = await Promise.all(rows.slice(0, 6).map(row => row.boundingBox()));
      return boxes.map((box, index) => [box?.height, (box?.y ?? 0) - (boxes[0]?.y ?? 0) - index * height]);
    })
    .toEqual(Array.from({ length: 6 }, () => [height, 0]));

test('An agent sets preferences', async ({ page, desk }) => {
  const person = await desk.addPerson('Priya');
  await page.emulateMedia({ colorScheme: 'light' });
  await openSignedIn(page, '/tickets', person);

  await test.step('chooses the dark theme, which applies from the first paint', async () => {
    await openPreferences(page);
    await expect(page.getByRole('radio', { name: 'System' })).toBeFocused();
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect(root(page)).toHaveCSS('color-scheme', 'dark');
    await watchSchemes(page);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Tickets' })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'schemes'))).toEqual(['dark']);
  });

  await test.step('chooses compact rows, which apply in every window', async () => {
    const otherTab = await page.context().newPage();
    await otherTab.goto('/tickets');
    await expect(root(otherTab)).toHaveAttribute('data-density', 'comfortable');
    await expectRowHeight(otherTab, 64);
    await openPreferences(page);
    await page.getByRole('radio', { name: 'Compact' }).check({ force: true });
    await expect(root(page)).toHaveAttribute('data-density', 'compact');
    await expect(root(otherTab)).toHaveAttribute('data-density', 'compact');
    await expectRowHeight(otherTab, 36);
    await otherTab.setViewportSize({ width: 720, height: 800 });
    await expectRowHeight(otherTab, 44);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('theme light');
    await page.keyboard.press('Enter');
    await expect(root(page)).toHaveCSS('color-scheme', 'light');
    await expect(root(otherTab)).toHaveCSS('color-scheme', 'light');
    await otherTab.close();
  });

  await test.step('turns single-key shortcuts off; shortcuts with Ctrl still work', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const [scope, label, keys] of [
      ['Move', 'Select up to here', 'Shift x or Shift Space'],
      ['Writing a message', 'Send and close the ticket', 'Control Shift Enter'],
      ['Editing', 'Save the gist', 'Control s'],
    ] as const) {
      const line = sheet.getByRole('region', { name: scope }).locator('dl > div').filter({ hasText: label });
      await expect(line).toContainText(keys);
    }
    await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
    await expect(sheet).toContainText('Single-key shortcuts are off');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'New', exact: true }).locator('kbd')).toHaveCount(0);
    await page.keyboard.press('c');
    await page.keyboard.press('?');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.type('shortcuts on');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'New', exact: true }).locator('kbd')).toHaveCount(1);
  });

  await test.step('gets errors at the password fields, then sets a new password', async () => {
    await page.getByRole('button', { name: person.name, exact: true }).click();
    await expect(page.getByRole('link', { name: 'Connected apps' })).toHaveAttribute(
      'href',
      `${desk.apiUrl}/oauth/programs`,
    );
    await page.getByRole('button', { name: 'Change password' }).click();
    const current = page.getByLabel('Current password');
    await expect(current).toBeFocused();
    await page.keyboard.type('not it at all');
    await page.getByLabel('New password').fill('short');
    await page.keyboard.press('Enter');
    await expect(current).toHaveAccessibleDescription(/is not your current password/);
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/shorter than 10 characters/);
    await current.fill(person.password);
    await page.getByLabel('New password').fill('twelve grey herons');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password changed')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('list', { name: 'Tickets' })).toBeVisible();
  });
});

test('An agent enters an incorrect password too often, and continues to work', async ({ page, desk }) => {
  const person = await desk.addPerson('Otto');
  await openSignedIn(page, '/tickets/1039', person);
  await page.getByRole('button', { name: person.name, exact: true }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  const form = page.getByRole('dialog', { name: 'Change your password' });
  await form.getByLabel('New password').fill('twelve grey herons');
  for (const expected of [...Array.from({ length: 5 }, () => 422), 429]) {
    const rejected = page.waitForResponse(response => response.request().method() === 'PATCH');
    await form.getByLabel('Current password').fill('not it at all');
    await page.keyboard.press('Enter');
    expect((await rejected).status()).toBe(expected);
    await expect(form.getByRole('button', { name: 'Change password' })).toBeEnabled();
  }
  await expect(form).toContainText('Too many failed attempts. Try again in 15 minutes.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Priority/ }).click();
  const saved = page.waitForResponse(response => response.request().method() === 'PATCH');
  await page.getByRole('option', { name: 'Low' }).click();
  expect((await saved).status()).toBe(200);
});

test('Animations are short or off, and forced colours outline the current link and tab', async ({ page }) => {
  await openSignedIn(page, '/tickets/1039');
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible();
  const readLongestSeconds = () =>
    page.evaluate(() => {
      const parseSeconds = (text: string): number[] => text.split(',').map(each => Number.parseFloat(each));
      return Math.max(
        ...[...document.querySelectorAll('*')].flatMap(element => {
          const { transitionDuration, animationDuration, animationIterationCount } = getComputedStyle(element);
          return [
            ...parseSeconds(transitionDuration),
            ...(animationIterationCount === 'infinite' ? [] : parseSeconds(animationDuration)),
          ];
        }),
      );
    });
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await readLongestSeconds()).toBeGreaterThan(0);
  expect(await readLongestSeconds()).toBeLessThanOrEqual(0.15);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await readLongestSeconds()).toBe(0);
  await page.keyboard.press('Escape');
  const allTicketsLink = page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: /^All \d/ });
  const chosenTab = page.getByText('Reply', { exact: true }).and(page.locator('label'));
  for (const current of [allTicketsLink, chosenTab]) await expect(current).not.toHaveCSS('outline-style', 'solid');
  await page.emulateMedia({ forcedColors: 'active' });
  for (const current of [allTicketsLink, chosenTab]) await expect(current).toHaveCSS('outline-style', 'solid');
});
