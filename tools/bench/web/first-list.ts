import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Response } from '@playwright/test';
import { openSlowPage } from './browser.ts';
import { readPageMetrics } from './observe.ts';
import type { ListScreen } from './screens.ts';

/** The cost of a page until its list is visible. Sizes in bytes, times in milliseconds. */
export type FirstListCost = {
  requests: number;
  /** Transferred bodies and headers of all responses. */
  bytes: number;
  /** The gzip sizes of scripts and style sheets, even if the server used another content coding. */
  script: number;
  style: number;
  lcp: number;
  cls: number;
  otherHosts: number;
};

const settleMilliseconds = 1000;

/** Opens a page and measures its requests and paints until its first list is visible. */
export async function measureFirstList(
  context: BrowserContext,
  { address, waitUntilShown }: ListScreen,
  slowdown: number,
): Promise<{ page: Page; cost: FirstListCost }> {
  const page = await openSlowPage(context, slowdown);
  const responses: Response[] = [];
  const collect = (response: Response): void => void responses.push(response);
  page.on('response', collect);
  await page.goto(address, { waitUntil: 'commit' });
  await waitUntilShown(page);
  page.off('response', collect);
  // The browser reports the last paint with a delay.
  await page.waitForTimeout(settleMilliseconds);
  const { lcp, cls } = await readPageMetrics(page);
  return { page, cost: { ...(await measureSizes(responses, address)), lcp: lcp ?? Number.NaN, cls } };
}

async function measureSizes(responses: readonly Response[], address: string) {
  const sizes = { requests: responses.length, bytes: 0, script: 0, style: 0, otherHosts: 0 };
  const { host } = new URL(address);
  for (const response of responses) {
    const { responseBodySize, responseHeadersSize } = await response.request().sizes();
    sizes.bytes += responseBodySize + responseHeadersSize;
    if (new URL(response.url()).host !== host) sizes.otherHosts += 1;
    const type = response.request().resourceType();
    if (type === 'script') sizes.script += gzipSync(await response.body()).length;
    if (type === 'stylesheet') sizes.style += gzipSync(await response.body()).length;
  }
  return sizes;
}
