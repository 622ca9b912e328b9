import type { Locator, Page } from '@playwright/test';
import { endTransitions } from './end-transitions.ts';
import { expect, signIn, test } from './fixtures.ts';
import { follow } from './follow.ts';
import { outOfReach, whatMoves } from './reach.ts';
import { rooms, type Screen } from './screens.ts';
import { writeArabic, wrongDirections } from './text-direction.ts';
import { type Part, violations, wrongColours, wrongStructure } from './violations.ts';

/** A laptop's window, a phone, and the laptop's window at twice the size (WCAG 2.2, 1.4.4). */
const [laptop, phone, zoomed] = [
  { width: 1440, height: 900 },
  { width: 360, height: 800 },
  { width: 720, height: 450 },
];

/** Every rule once; then what another theme can change, which is colours, and another width, which is the rest. */
const ways = [
  { colorScheme: 'light', reducedMotion: 'no-preference', viewport: laptop, finds: [violations, wrongDirections] },
  { colorScheme: 'dark', reducedMotion: 'reduce', viewport: laptop, finds: [wrongColours, whatMoves] },
  { colorScheme: 'light', reducedMotion: 'no-preference', viewport: zoomed, finds: [outOfReach] },
  { colorScheme: 'light', reducedMotion: 'no-preference', viewport: phone, finds: [wrongStructure, outOfReach] },
] as const;

/** A layer is looked at without the page beneath; of a list that was looked at, a few rows are enough. */
const partOf = ({ isLayer, isList }: Screen): Part => ({
  within: isLayer && 'dialog[open], :popover-open',
  without: isLayer || isList ? undefined : '[aria-label="Tickets"] > li:nth-child(n + 4)',
});

/** Looks at what is on the screen in every way; at the end the window is as before. */
async function expectForEveryone(page: Page, sign: Locator, screen: Screen): Promise<void> {
  for (const { colorScheme, reducedMotion, viewport, finds } of ways) {
    if (screen.isWide && viewport !== laptop) continue;
    await page.emulateMedia({ colorScheme, reducedMotion });
    await page.setViewportSize(viewport);
    await expect(sign).toBeVisible();
    await endTransitions(page);
    for (const find of finds) {
      const where = `${screen.name}, ${colorScheme} and ${viewport.width} pixels wide`;
      expect.soft(await find(page, partOf(screen)), where).toEqual([]);
    }
  }
  await page.setViewportSize(laptop);
}

/** Opens the screen's page; where keys are pressed next, an empty page comes between, so that they miss the last one. */
async function goTo(page: Page, { path, reach }: Screen): Promise<void> {
  if (path === undefined) return;
  if (reach) {
    await follow(page, '/nowhere');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await follow(page, path);
}

for (const [room, screens] of Object.entries(rooms)) {
  test(`Every screen is for everyone: ${room}`, async ({ page, addColleague }) => {
    test.slow();
    await writeArabic(await addColleague('ليلى Leila'));
    await signIn(page);
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        const sign =
          typeof screen.sign === 'string'
            ? page.getByRole('heading', { name: screen.sign }).first()
            : screen.sign(page);
        await goTo(page, screen);
        await expect(
          page
            .getByRole('list', { name: /Tickets|Gists/ })
            .or(sign)
            .or(page.getByRole('button', { name: /^(Delete the gist|More for this ticket)$/ }))
            .first(),
        ).toBeVisible();
        await screen.reach?.(page);
        await expectForEveryone(page, sign, screen);
        if (screen.isLayer) await page.keyboard.press('Escape');
      });
    }
  });
}
