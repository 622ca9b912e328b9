import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page, Response } from '@playwright/test';
import { openSlowPage } from './browser.ts';
import { read } from './observe.ts';
import type { Screen } from './screens.ts';

/** What a page costs until its list is there; sizes in bytes. */
export type FirstList = {
  requests: number;
  /** Of all answers, bodies and header fields, as they came over the wire. */
  bytes: number;
  /** Of the scripts and style sheets among them, packed by gzip whatever the wire used. */
  script: number;
  style: number;
  /** Milliseconds. */
  lcp: number;
  cls: number;
  /** Requests for any other host. */
  elsewhere: number;
};

const settleMilliseconds = 1000;

/**
 * Opens a page and counts what is asked for until its first list is there, and what is painted meanwhile.
 *
 * @param slower how many times the processor is slower than it is
 */
export async function openFirstList(
  context: BrowserContext,
  { address, isThere }: Screen,
  slower: number,
): Promise<{ page: Page; cost: FirstList }> {
  const page = await openSlowPage(context, slower);
  const answers: Response[] = [];
  const hear = (response: Response): void => void answers.push(response);
  page.on('response', hear);
  await page.goto(address, { waitUntil: 'commit' });
  await isThere(page);
  page.off('response', hear);
  // What is painted last is told a little later.
  await page.waitForTimeout(settleMilliseconds);
  const { lcp, cls } = await read(page);
  return { page, cost: { ...(await weigh(answers, address)), lcp: lcp ?? Number.NaN, cls } };
}

async function weigh(answers: readonly Response[], address: string) {
  const weights = { requests: answers.length, bytes: 0, script: 0, style: 0, elsewhere: 0 };
  const { host } = new URL(address);
  for (const answer of answers) {
    const { responseBodySize, responseHeadersSize } = await answer.request().sizes();
    weights.bytes += responseBodySize + responseHeadersSize;
    if (new URL(answer.url()).host !== host) weights.elsewhere += 1;
    const type = answer.request().resourceType();
    if (type === 'script') weights.script += gzipSync(await answer.body()).length;
    if (type === 'stylesheet') weights.style += gzipSync(await answer.body()).length;
  }
  return weights;
}
