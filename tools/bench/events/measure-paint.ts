import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { request } from 'undici';
import { addPeopleWithTokens } from '../../../api/oauth/testing/bench-people.ts';
import { type BenchDesk, startApi } from '../desk.ts';
import { benchAgent } from '../generated-stores.ts';
import { percentile } from '../statistics.ts';
import { openBrowser, openContext, signIn } from '../web/browser.ts';
import { openWebDesk } from '../web-desk.ts';
import type { Percentiles, StreamCosts } from './measure-streams.ts';
import { openStream } from './open-stream.ts';
import { writeJson } from './write-json.ts';

export type PaintOptions = {
  engine: StreamCosts['engine'];
  agents: number;
  /** With two processes, the browser does not use the process that makes the changes. */
  processes: 1 | 2;
  /** False to block the stream of the browser, which then polls instead. */
  isLive: boolean;
};

export type PaintDelay = PaintOptions & {
  /** Milliseconds from the request of a change until another agent's browser has painted it. */
  delay: Percentiles;
  /** The number of changes that were not painted. */
  missing: number;
  /** The requests of the browser to the API. */
  requestsPerMinute: number;
};

const [tickets, changes, changesPerSecond] = [10_000, 300, 10];
/** Every fifth change closes or reopens a ticket. Every agent reads the list again after a ticket was reopened. */
const stateInterval = 5;
const list = 'state=open&sort=-priority,created_at';
/** Agents work with a ticket open beside the list. */
const openTicket = 5;

/** Measures live updates in a browser while other agents follow the same changes. */
export async function measurePaint(options: PaintOptions): Promise<PaintDelay> {
  const { engine, agents, processes, isLive } = options;
  const { desk, publicUrl, stop } = await openWebDesk(tickets, {}, engine);
  const second = processes === 2 ? await startApi(desk.environment) : null;
  const browser = await openBrowser();
  const stopAgents = new AbortController();
  try {
    const tokens = await addPeopleWithTokens(desk.environment, benchAgent.email, agents, ['tickets:read']);
    for (const token of tokens) await startAgent(desk, token, stopAgents.signal);
    const page = await (await openContext(browser, await signIn(browser, publicUrl))).newPage();
    const stream = page.waitForResponse(/\/api\/events$/);
    if (!isLive) await page.route(/\/api\/events$/, route => route.fulfill({ status: 502 }));
    await page.goto(`${publicUrl}/tickets/${openTicket}?${list}`);
    await stream;
    const ids = await recordPaints(page);
    let requests = 0;
    page.on('request', each => {
      if (new URL(each.url()).pathname.startsWith('/api/')) requests += 1;
    });
    const since = performance.now();
    const sent = await changeTickets({ ...desk, url: second?.url ?? desk.url }, ids);
    const requestsPerMinute = (60_000 * requests) / (performance.now() - since);
    await pause(2000);
    const delays = computeDelays(sent, await page.evaluate(() => window.paintedAt));
    const delay = { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
    return { ...options, delay, missing: sent.length - delays.length, requestsPerMinute };
  } finally {
    stopAgents.abort();
    await browser.close();
    await second?.stop();
    await stop();
  }
}

declare global {
  interface Window {
    /** The time at which each change was painted, in milliseconds since 1970. */
    paintedAt: (number | undefined)[];
  }
}

/** Records when changed subjects of tickets are painted. @returns the ids of the first ten listed tickets */
async function recordPaints(page: Page): Promise<string[]> {
  const links = page.getByRole('list', { name: 'Tickets' }).getByRole('link');
  await links.first().waitFor();
  await page.evaluate(() => {
    window.paintedAt = [];
    const record = (): void => {
      const text = document.body.textContent ?? '';
      requestAnimationFrame(() =>
        setTimeout(() => {
          for (const [, number] of text.matchAll(/Change (\d+)\./g))
            window.paintedAt[Number(number)] ??= performance.timeOrigin + performance.now();
        }),
      );
    };
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return links.evaluateAll(shown => shown.slice(0, 10).map(link => link.getAttribute('data-row') ?? ''));
}

type SentChange = { id: string; at: number };

/** Returns the delay of each change. A later change of the same ticket may be painted in its place. */
const computeDelays = (sent: readonly SentChange[], paintedAt: readonly (number | undefined)[]): number[] =>
  sent.flatMap(({ id, at }, number) => {
    const isShown = (each: SentChange, later: number): boolean =>
      later >= number && each.id === id && paintedAt[later] !== undefined;
    const painted = paintedAt[sent.findIndex(isShown)];
    return painted === undefined ? [] : painted - at;
  });

/** Changes subjects at a fixed rate, and states in between. @returns the changes of subjects */
async function changeTickets(desk: BenchDesk, ids: readonly string[]): Promise<SentChange[]> {
  const patch = (id: string, change: object) => writeJson(desk, 'PATCH', `/v1/tickets/${id}`, change);
  const sent: SentChange[] = [];
  const responses: Promise<void>[] = [];
  for (let number = 0; number < changes; number++) {
    if (number % stateInterval === 0) {
      const step = number % (2 * stateInterval);
      responses.push(patch(String(tickets - number + step), { state: step === 0 ? 'closed' : 'open' }));
    } else {
      const subject = `Change ${sent.length}.`;
      const id = ids[number % ids.length] ?? '';
      sent.push({ id, at: performance.timeOrigin + performance.now() });
      responses.push(patch(id, { subject }));
    }
    await pause(1000 / changesPerSecond);
  }
  await Promise.all(responses);
  return sent;
}

/** Follows the stream like the app. Reads the list when a ticket may enter it, at most once a second. */
async function startAgent(desk: BenchDesk, token: string, signal: AbortSignal): Promise<void> {
  let isPaused = false;
  const read = async (): Promise<void> => {
    if (isPaused || signal.aborted) return;
    isPaused = true;
    const headers = { authorization: `Bearer ${token}` };
    const response = await request(`${desk.url}/v1/tickets?${list}&per_page=50`, { headers });
    await response.body.dump();
    await pause(1000, undefined, { ref: false });
    isPaused = false;
  };
  await openStream(desk, token, signal, text => {
    if (text.includes('event: ticket.reopened')) void read().catch(() => undefined);
  });
}
