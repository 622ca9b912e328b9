import type { BrowserContext, Page } from '@playwright/test';
import { type FirstListCost, measureFirstList } from './first-list.ts';
import { measureFrames, measurePaints } from './interactions.ts';
import { readPageMetrics } from './observe.ts';
import type { ListScreen } from './screens.ts';

/** The measurements of typical work on a screen; times in milliseconds. */
export type ScreenWork = {
  first: FirstListCost;
  /** A second visit, with the browser's cache. */
  again: FirstListCost;
  /** Milliseconds to the next paint, by action. */
  paints: Record<'j' | 'open' | 'next' | 'type', number[]>;
  inp: number;
  /** From one frame to the next while scrolling. */
  frames: number[];
  /** The typed letters of a search, the requests during the typing, and its duration. */
  searchTraffic: { requests: number; milliseconds: number; letters: number };
};

const times = 15;
const searchText = 'refund invoice 2';
const pixelsPerSecond = 8000;

/** The CPU slowdown factor, and the number of rows to scroll. */
export type ScreenConditions = { slowdown: number; rows: number };

/** Measures an agent's typical actions on a screen. */
export async function measureScreen(
  context: BrowserContext,
  screen: ListScreen,
  { slowdown, rows }: ScreenConditions,
): Promise<ScreenWork> {
  const { page: firstPage, cost: first } = await measureFirstList(context, screen, slowdown);
  await firstPage.close();
  const { page, cost: again } = await measureFirstList(context, screen, slowdown);
  const j = await measurePaints(page, times, () => page.keyboard.press('j'));
  const open = await measurePaints(page, times, index => screen.open(page, index % 8));
  const next = await measurePaints(page, times, () => page.keyboard.press('j'));
  const { type, searchTraffic } = await search(page);
  const { inp } = await readPageMetrics(page);
  await page.goto(screen.longAddress);
  await screen.waitUntilShown(page);
  await screen.loadRows(page, rows);
  const frames = await measureFrames(page, rows * screen.rowPixels, pixelsPerSecond);
  await page.close();
  return { first, again, paints: { j, open, next, type }, inp: inp ?? Number.NaN, frames, searchTraffic };
}

async function search(page: Page): Promise<{ type: number[]; searchTraffic: ScreenWork['searchTraffic'] }> {
  let requests = 0;
  const count = (request: { url(): string }): void => {
    if (new URL(request.url()).searchParams.has('q') && request.url().includes('/api/')) requests += 1;
  };
  const field = page.getByRole('searchbox', { name: 'Search tickets' });
  await field.focus();
  const type = await measurePaints(page, searchText.length, index => page.keyboard.press(searchText.charAt(index)));
  await field.fill('');
  await page.waitForTimeout(1000);
  page.on('request', count);
  const startedAt = performance.now();
  await page.keyboard.type(searchText.repeat(2), { delay: 60 });
  const milliseconds = performance.now() - startedAt;
  page.off('request', count);
  return { type, searchTraffic: { requests, milliseconds, letters: searchText.length * 2 } };
}
