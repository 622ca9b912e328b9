import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { palette, paletteField } from './palette.ts';

/** In every page from now on: when tickets are searched for, and whether the page still wants to know. */
const watchSearches = (page: Page) =>
  page.addInitScript(() => {
    const searches: { words: string; at: number; signal: AbortSignal | null | undefined }[] = [];
    const original = window.fetch;
    window.fetch = (input, init) => {
      const words = new URL(String(input), location.href).searchParams.get('q');
      if (words !== null && String(input).includes('/tickets?'))
        searches.push({ words, at: performance.now(), signal: init?.signal });
      return original(input, init);
    };
    Object.assign(window, {
      readSearches: () => searches.map(({ words, at, signal }) => ({ words, at, isDropped: signal?.aborted === true })),
    });
  });

type Search = { words: string; at: number; isDropped: boolean };

const readSearches = (page: Page): Promise<Search[]> =>
  page.evaluate(() => (Reflect.get(window, 'readSearches') as () => Search[])());

test('The palette is there at once, and asks the desk little', async ({ page }) => {
  await watchSearches(page);
  await signIn(page, '/tickets?state=open');
  await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('link').first()).toBeVisible();

  await test.step('with the next frame, or the one after it', async () => {
    await page.evaluate(() => {
      const count = (past: number) =>
        requestAnimationFrame(() => {
          if (document.querySelector('dialog:modal')) Object.assign(window, { framesPast: past });
          else count(past + 1);
        });
      addEventListener('keydown', ({ key }) => key === 'k' && count(1), { capture: true });
    });
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette(page)).toBeVisible();
    const past = await page.waitForFunction((): number => Reflect.get(window, 'framesPast'));
    expect(await past.jsonValue()).toBeLessThanOrEqual(2);
  });

  await test.step('asks at most every 150 milliseconds, and drops what it need not know any more', async () => {
    await page.route(/\/api\/tickets\?q=/, () => {}); // nobody answers
    await expect(paletteField(page)).toBeFocused();
    const words = 'nobody in the lisbon office';
    // Within the page: the way of each letter there takes longer than many a typist.
    const began = await page.evaluate(async text => {
      const start = performance.now();
      for (const letter of text) {
        document.execCommand('insertText', false, letter);
        await new Promise(resolve => setTimeout(resolve, 20));
      }
      return start;
    }, words);
    await expect.poll(async () => (await readSearches(page)).at(-1)?.words).toBe(words);
    const searches = await readSearches(page);
    expect(searches.length).toBeGreaterThan(1);
    expect(searches.length).toBeLessThanOrEqual(((searches.at(-1)?.at ?? 0) - began) / 150 + 1);
    await expect
      .poll(async () => (await readSearches(page)).map(({ isDropped }) => isDropped))
      .toEqual(searches.map((_, index) => index < searches.length - 1));
  });
});
