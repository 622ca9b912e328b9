import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';

/** What a page tells of itself; times in milliseconds. */
export type Observed = {
  /** When the largest thing of the first screen was painted. */
  lcp: number | null;
  /** How much moved by itself. */
  cls: number;
  /** The slowest interaction so far, as browsers judge it. */
  inp: number | null;
  /** From each event of an interaction to the next paint. */
  paints: number[];
  /** From one frame to the next, while they are watched. */
  frames: number[];
};

declare global {
  interface Window {
    observed: Observed;
    watchFrames(): () => void;
    webVitals: typeof import('web-vitals');
  }
}

/** A classic script, as a page takes it that imports nothing; it declares `webVitals`. */
const webVitals = new URL('web-vitals.iife.js', import.meta.resolve('web-vitals'));

/** Has every page of a context tell what {@link Observed} holds. */
export async function observe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: `${await readFile(webVitals, 'utf8')};window.webVitals=webVitals` });
  await context.addInitScript(inPage);
}

/** What a page has told so far. */
export const read = (page: Page): Promise<Observed> => page.evaluate(() => window.observed);

/** Runs in the page, and sees nothing of this file. */
function inPage(): void {
  const observed: Observed = { lcp: null, cls: 0, inp: null, paints: [], frames: [] };
  window.observed = observed;
  const all = { reportAllChanges: true };
  const keep =
    (name: 'lcp' | 'cls' | 'inp') =>
    ({ value }: { value: number }): void => {
      observed[name] = value;
    };
  window.webVitals.onLCP(keep('lcp'), all);
  window.webVitals.onCLS(keep('cls'), all);
  window.webVitals.onINP(keep('inp'), { ...all, durationThreshold: 16 });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId !== 0) observed.paints.push(entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  window.watchFrames = () => {
    let last = performance.now();
    let watching = true;
    const count = (now: number): void => {
      observed.frames.push(now - last);
      last = now;
      if (watching) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    return () => {
      watching = false;
    };
  };
}
