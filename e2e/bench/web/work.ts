import type { BrowserContext, Page } from '@playwright/test';
import { type FirstList, openFirstList } from './first-list.ts';
import { framesWhileScrolling, paintsAfter } from './interactions.ts';
import { read } from './observe.ts';
import type { Screen } from './screens.ts';

/** What it is to work on a screen, in milliseconds. */
export type Work = {
  first: FirstList;
  /** The same page once more: what the browser kept needs no body. */
  again: FirstList;
  /** To the next paint, by what was done. */
  paints: Record<'j' | 'open' | 'next' | 'type', number[]>;
  inp: number;
  /** From one frame to the next while scrolling. */
  frames: number[];
  /** What the typing asked the server, and how long it took. */
  asked: { requests: number; milliseconds: number; letters: number };
};

const times = 15;
const words = 'refund invoice 2';
const pixelsPerSecond = 8000;

/** How it is worked: on a processor so many times slower, through so many rows. */
export type Conditions = { slower: number; rows: number };

/** Does on a screen what an agent does all day. */
export async function workOn(context: BrowserContext, screen: Screen, { slower, rows }: Conditions): Promise<Work> {
  const { page: firstPage, cost: first } = await openFirstList(context, screen, slower);
  await firstPage.close();
  const { page, cost: again } = await openFirstList(context, screen, slower);
  const j = await paintsAfter(page, times, () => page.keyboard.press('j'));
  const open = await paintsAfter(page, times, turn => screen.open(page, turn % 8));
  const next = await paintsAfter(page, times, () => page.keyboard.press('j'));
  const { type, asked } = await search(page);
  const { inp } = await read(page);
  await page.goto(screen.longAddress);
  await screen.isThere(page);
  await screen.readOn(page, rows);
  const frames = await framesWhileScrolling(page, rows * screen.rowPixels, pixelsPerSecond);
  await page.close();
  return { first, again, paints: { j, open, next, type }, inp: inp ?? Number.NaN, frames, asked };
}

async function search(page: Page): Promise<{ type: number[]; asked: Work['asked'] }> {
  let requests = 0;
  const count = (request: { url(): string }): void => {
    if (new URL(request.url()).searchParams.has('q') && request.url().includes('/api/')) requests += 1;
  };
  const field = page.getByRole('searchbox', { name: 'Search tickets' });
  await field.focus();
  const type = await paintsAfter(page, words.length, turn => page.keyboard.press(words.charAt(turn)));
  await field.fill('');
  await page.waitForTimeout(1000);
  page.on('request', count);
  const began = performance.now();
  await page.keyboard.type(words.repeat(2), { delay: 60 });
  const milliseconds = performance.now() - began;
  page.off('request', count);
  return { type, asked: { requests, milliseconds, letters: words.length * 2 } };
}
