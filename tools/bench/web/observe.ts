import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';

/** The measurements of a page; times in milliseconds. */
export type PageMetrics = {
  /** Largest Contentful Paint. */
  lcp: number | null;
  /** Cumulative Layout Shift. */
  cls: number;
  /** Interaction to Next Paint. */
  inp: number | null;
  /** From each event of an interaction to the next paint. */
  paints: number[];
  /** From one frame to the next, while frames are watched. */
  frames: number[];
};

declare global {
  interface Window {
    observed: PageMetrics;
    watchFrames(): () => void;
    webVitals: typeof import('web-vitals');
  }
}

/** A classic script, which declares `webVitals`. */
const webVitals = new URL('web-vitals.iife.js', import.meta.resolve('web-vitals'));

/** Makes every page of a context collect {@link PageMetrics}. */
export async function observePages(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: `${await readFile(webVitals, 'utf8')};window.webVitals=webVitals` });
  await context.addInitScript(collectMetrics);
}

/** Reads the measurements of a page so far. */
export const readPageMetrics = (page: Page): Promise<PageMetrics> => page.evaluate(() => window.observed);

/** Collects the metrics of a page. Runs in the page, so it cannot use variables of this module. */
function collectMetrics(): void {
  const observed: PageMetrics = { lcp: null, cls: 0, inp: null, paints: [], frames: [] };
  window.observed = observed;
  const all = { reportAllChanges: true };
  const store =
    (name: 'lcp' | 'cls' | 'inp') =>
    ({ value }: { value: number }): void => {
      observed[name] = value;
    };
  window.webVitals.onLCP(store('lcp'), all);
  window.webVitals.onCLS(store('cls'), all);
  window.webVitals.onINP(store('inp'), { ...all, durationThreshold: 16 });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId !== 0) observed.paints.push(entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  window.watchFrames = () => {
    let last = performance.now();
    let watching = true;
    const recordFrame = (now: number): void => {
      observed.frames.push(now - last);
      last = now;
      if (watching) requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
    return () => {
      watching = false;
    };
  };
}
