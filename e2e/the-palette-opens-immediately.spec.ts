import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { palette, paletteField } from './palette.ts';

/** Records the time of every future ticket search, and whether it was aborted. */
const watchSearches = (page: Page) =>
  page.addInitScript(() => {
    const searches: { query: string; at: number; signal: AbortSignal | null | undefined }[] = [];
    const original = window.fetch;
    window.fetch = (input, init) => {
      const query = new URL(String(input), location.href).searchParams.get('q');
      if (query !== null && String(input).includes('/tickets?'))
        searches.push({ query, at: performance.now(), signal: init?.signal });
      return original(input, init);
    };
    Object.assign(window, {
      readSearches: () => searches.map(({ query, at, signal }) => ({ query, at, isAborted: signal?.aborted === true })),
    });
  });

type Search = { query: string; at: number; isAborted: boolean };

const readSearches = (page: Page): Promise<Search[]> =>
  page.evaluate(() => (Reflect.get(window, 'readSearches') as () => Search[])());

test('The palette opens immediately and sends few requests', async ({ page }) => {
  await watchSearches(page);
  await openSignedIn(page, '/tickets?state=open');
  await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('link').first()).toBeVisible();

  await test.step('opens within two frames', async () => {
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

  await test.step('searches at most every 150 ms and aborts outdated searches', async () => {
    await page.route(/\/api\/tickets\?q=/, () => {}); // no response
    await expect(paletteField(page)).toBeFocused();
    const query = 'nobody in the lisbon office';
    // Types within the page: keys from the test are slower than a fast typist.
    const startedAt = await page.evaluate(async text => {
      const start = performance.now();
      for (const letter of text) {
        document.execCommand('insertText', false, letter);
        await new Promise(resolve => setTimeout(resolve, 20));
      }
      return start;
    }, query);
    await expect.poll(async () => (await readSearches(page)).at(-1)?.query).toBe(query);
    const searches = await readSearches(page);
    expect(searches.length).toBeGreaterThan(1);
    expect(searches.length).toBeLessThanOrEqual(((searches.at(-1)?.at ?? 0) - startedAt) / 150 + 1);
    await expect
      .poll(async () => (await readSearches(page)).map(({ isAborted }) => isAborted))
      .toEqual(searches.map((_, index) => index < searches.length - 1));
  });
});
