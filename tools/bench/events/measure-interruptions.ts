import type { BrowserContext, Page } from '@playwright/test';
import type { BenchDesk } from '../desk.ts';
import { openBrowser, openContext, signIn } from '../web/browser.ts';
import { openWebDesk } from '../web-desk.ts';
import { tickets } from './measure-streams.ts';
import { writeJson } from './write-json.ts';

/** The longest time until a window shows a reply of a colleague, in milliseconds. */
export type Interruptions = {
  /** After the network is back; the reply was sent while it was down. */
  lostNetwork: number;
  /** After the window with the stream was closed; the reply was sent right after that. */
  closedLeader: number;
};

const rounds = 5;
const maxMilliseconds = 30_000;
const ticket = 7;

/** Interrupts the live updates of a browser. */
export async function measureInterruptions(): Promise<Interruptions> {
  const { desk, publicUrl, stop } = await openWebDesk(tickets);
  const browser = await openBrowser();
  try {
    const context = await openContext(browser, await signIn(browser, publicUrl));
    const leader = await openTicket(context, publicUrl);
    let lostNetwork = 0;
    for (let round = 0; round < rounds; round++) {
      await context.setOffline(true);
      await leader.getByText('Offline.').waitFor();
      const text = await reply(desk);
      const since = performance.now();
      await context.setOffline(false);
      lostNetwork = Math.max(lostNetwork, await waitForText(leader, text, since));
    }
    let closedLeader = 0;
    let current = leader;
    for (let round = 0; round < rounds; round++) {
      const next = await openTicket(context, publicUrl);
      const since = performance.now();
      await current.close();
      closedLeader = Math.max(closedLeader, await waitForText(next, await reply(desk), since));
      current = next;
    }
    return { lostNetwork, closedLeader };
  } finally {
    await browser.close();
    await stop();
  }
}

/** Opens a ticket in a window, and waits for its messages. The first window also waits for the event stream. */
async function openTicket(context: BrowserContext, publicUrl: string): Promise<Page> {
  const page = await context.newPage();
  const isFirst = context.pages().length === 1;
  const stream = isFirst ? page.waitForResponse(/\/api\/events$/) : undefined;
  await page.goto(`${publicUrl}/tickets/${ticket}`);
  await page.getByRole('region', { name: 'Messages' }).getByRole('article').first().waitFor();
  await stream;
  return page;
}

let replies = 0;

async function reply(desk: BenchDesk): Promise<string> {
  const text = `Reply number ${replies++}.`;
  await writeJson(desk, 'POST', `/v1/tickets/${ticket}/messages`, { body: text });
  return text;
}

async function waitForText(page: Page, text: string, since: number): Promise<number> {
  await page.getByRole('article').filter({ hasText: text }).waitFor({ timeout: maxMilliseconds });
  return performance.now() - since;
}
