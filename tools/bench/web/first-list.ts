import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Response } from '@playwright/test';
import { openSlowPage } from './browser.ts';
import { readPageMetrics } from './observe.ts';
import type { ListScreen } from './screens.ts';

/** The cost of a page until its list is visible; sizes in bytes. */
export type FirstList = {
  requests: number;
  /** The bodies and headers of all responses as transferred. */
  bytes: number;
  /** The scripts and style sheets, compressed with gzip whatever the transfer used. */
  script: number;
  style: number;
  /** Milliseconds. */
  lcp: number;
  cls: number;
  /** Requests to other hosts. */
  elsewhere: number;
};

const settleMilliseconds = 1000;

/**
 * Opens a page and measures its requests and paints until its first list is visible.
 *
 * @param slower slowdown of the processor
 */
export async function openFirstList(
  context: BrowserContext,
  { address, waitUntilShown }: ListScreen,
  slower: number,
): Promise<{ page: Page; cost: FirstList }> {
  const page = await openSlowPage(context, slower);
  const responses: Response[] = [];
  const collect = (response: Response): void => void responses.push(response);
  page.on('response', collect);
  await page.goto(address, { waitUntil: 'commit' });
  await waitUntilShown(page);
  page.off('response', collect);
  // The browser reports the last paint a little later.
  await page.waitForTimeout(settleMilliseconds);
  const { lcp, cls } = await readPageMetrics(page);
  return { page, cost: { ...(await measureSizes(responses, address)), lcp: lcp ?? Number.NaN, cls } };
}

async function measureSizes(responses: readonly Response[], address: string) {
  const sizes = { requests: responses.length, bytes: 0, script: 0, style: 0, elsewhere: 0 };
  const { host } = new URL(address);
  for (const response of responses) {
    const { responseBodySize, responseHeadersSize } = await response.request().sizes();
    sizes.bytes += responseBodySize + responseHeadersSize;
    if (new URL(response.url()).host !== host) sizes.elsewhere += 1;
    const type = response.request().resourceType();
    if (type === 'script') sizes.script += gzipSync(await response.body()).length;
    if (type === 'stylesheet') sizes.style += gzipSync(await response.body()).length;
  }
  return sizes;
}
