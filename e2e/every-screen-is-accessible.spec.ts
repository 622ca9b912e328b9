import type { Locator, Page } from '@playwright/test';
import {
  findAccessibilityViolations,
  findColourViolations,
  findStructureViolations,
  type PagePart,
  switchTheme,
} from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { navigateWithinPage } from './navigate-within-page.ts';
import { findMovingElements, findUnreachableControls } from './reachability.ts';
import { type Screen, screensByArea } from './screens.ts';
import { signInByRequest } from './sign-in-by-request.ts';
import { findUnisolatedText, writeArabic } from './text-direction.ts';

/** A laptop, a phone, and the laptop at 200% zoom (WCAG 2.2, 1.4.4). */
const [laptop, phone, zoomed] = [
  { width: 1440, height: 900 },
  { width: 360, height: 800 },
  { width: 720, height: 450 },
];

/** All rules once, then only the rules that depend on theme, motion or width. */
const settings = [
  {
    colorScheme: 'light',
    reducedMotion: 'no-preference',
    viewport: laptop,
    checks: [findAccessibilityViolations, findUnisolatedText],
  },
  {
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    viewport: laptop,
    checks: [findColourViolations, findMovingElements],
  },
  { colorScheme: 'light', reducedMotion: 'no-preference', viewport: zoomed, checks: [findUnreachableControls] },
  {
    colorScheme: 'light',
    reducedMotion: 'no-preference',
    viewport: phone,
    checks: [findStructureViolations, findUnreachableControls],
  },
] as const;

/** Selects an overlay without the page below it, or a page. Omits all but three tickets unless the screen is a list. */
const selectPart = ({ isOverlay, isList }: Screen): PagePart => ({
  within: isOverlay && 'dialog[open], :popover-open',
  without: isOverlay || isList ? undefined : '[aria-label="Tickets"] > li:nth-child(n + 4)',
});

/** Checks a screen in all settings. Restores the window size. */
async function expectAccessible(page: Page, landmark: Locator, screen: Screen): Promise<void> {
  for (const { colorScheme, reducedMotion, viewport, checks } of settings) {
    if (screen.isWideOnly && viewport !== laptop) continue;
    await page.emulateMedia({ reducedMotion });
    await page.setViewportSize(viewport);
    await expect(landmark).toBeVisible();
    await switchTheme(page, colorScheme);
    for (const findViolations of checks) {
      const label = `${screen.name}, ${colorScheme} and ${viewport.width} pixels wide`;
      expect.soft(await findViolations(page, selectPart(screen)), label).toEqual([]);
    }
  }
  await page.setViewportSize(laptop);
}

/**
 * Opens the screen's path. If actions follow, opens an unknown address first. Otherwise the previous page could handle
 * the actions.
 */
async function goTo(page: Page, { path, open }: Screen): Promise<void> {
  if (path === undefined) return;
  if (open) {
    await navigateWithinPage(page, '/nowhere');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await navigateWithinPage(page, path);
}

for (const [area, screens] of Object.entries(screensByArea)) {
  test(`Every screen is accessible: ${area}`, async ({ page, api, addColleague }) => {
    test.slow();
    await writeArabic(await addColleague('ليلى Leila'));
    await signInByRequest(page.request);
    await expect.poll(() => api.readNotifications()).toHaveLength(1);
    await openSignedIn(page);
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        const landmark =
          typeof screen.landmark === 'string'
            ? page.getByRole('heading', { name: screen.landmark }).first()
            : screen.landmark(page);
        await goTo(page, screen);
        await expect(
          page
            .getByRole('list', { name: /Tickets|Gists/ })
            .or(landmark)
            .or(page.getByRole('button', { name: /^(Delete the (gist|mailbox)|More actions|Disable)$/ }))
            .first(),
        ).toBeVisible();
        await screen.open?.(page);
        await expectAccessible(page, landmark, screen);
        if (screen.isOverlay) await page.keyboard.press('Escape');
      });
    }
  });
}
