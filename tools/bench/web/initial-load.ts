import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openContext } from './browser.ts';
import { readPageMetrics } from './observe.ts';

/** A page that is opened by its URL. */
export type InitialScreen = {
  name: string;
  address: string;
  /** Waits until the screen's main content is visible. */
  waitUntilShown: (page: Page) => Promise<void>;
};

/** The cost of opening a screen with an empty browser cache and without CPU throttling. */
export type InitialLoad = {
  name: string;
  /** Milliseconds, one per visit. */
  lcp: number[];
  /** The maximum number of requests per visit until the content was visible. */
  requestsUntilShown: number;
  /** The maximum number of requests of a visit, including idle loading, by type. */
  requests: { total: number; scripts: number; styles: number; api: number };
};

const visits = 7;
/** A page without new requests for this long has loaded everything. */
const quietMilliseconds = 3000;

/** Opens a screen several times, each time in a new context with an empty cache. */
export async function measureInitialLoad(
  browser: Browser,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
  screen: InitialScreen,
): Promise<InitialLoad> {
  const results: Awaited<ReturnType<typeof visit>>[] = [];
  for (let index = 0; index < visits; index++) results.push(await visit(browser, storageState, screen));
  const max = (read: (result: (typeof results)[number]) => number): number => Math.max(...results.map(read));
  return {
    name: screen.name,
    lcp: results.map(({ lcp }) => lcp),
    requestsUntilShown: max(({ untilShown }) => untilShown),
    requests: {
      total: max(({ types }) => types.length),
      scripts: max(({ types }) => count(types, 'script')),
      styles: max(({ types }) => count(types, 'stylesheet')),
      api: max(({ types }) => count(types, 'fetch')),
    },
  };
}

const count = (types: readonly string[], type: string): number => types.filter(each => each === type).length;

async function visit(
  browser: Browser,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
  { address, waitUntilShown }: InitialScreen,
) {
  const context = await openContext(browser, storageState);
  const page = await context.newPage();
  const types: string[] = [];
  let lastRequestAt = performance.now();
  page.on('request', request => {
    types.push(request.resourceType());
    lastRequestAt = performance.now();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await waitUntilShown(page);
  const untilShown = types.length;
  while (performance.now() - lastRequestAt < quietMilliseconds) await page.waitForTimeout(100);
  const { lcp } = await readPageMetrics(page);
  await context.close();
  return { lcp: lcp ?? Number.NaN, untilShown, types };
}
