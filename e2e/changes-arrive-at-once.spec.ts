import type { BrowserContext, Page, Request } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

// The journeys cause errors: a lost connection, and a blocked stream.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|status of 502/ });

const path = '/tickets/1039?state=open&sort=-priority,created_at';
const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true }).getByRole('article');
const message = (page: Page, text: string) => messages(page).filter({ hasText: text });
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const row = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link').filter({ hasText: '#1039' });
const isStreamUrl = ({ pathname, search }: URL): boolean => pathname === '/api/events' && search === '';
const isStream = (request: Request): boolean => isStreamUrl(new URL(request.url()));
const strip = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Live updates are off. Checking every 30 seconds.' });
const isPoll = (request: Request): boolean => request.url().includes('/api/events?per_page');

/** Returns a function that counts the streams that a browser has opened. */
function watchStreams(context: BrowserContext): () => number {
  let opened = 0;
  context.on('request', request => {
    if (isStream(request)) opened += 1;
  });
  return () => opened;
}

/** Opens the ticket, and waits until the stream of events is open. */
async function openTicket(page: Page): Promise<void> {
  const stream = page.waitForResponse(response => isStream(response.request()));
  await openSignedIn(page, path);
  await expect(messages(page).first()).toBeVisible();
  expect((await stream).status()).toBe(200);
}

test('Changes by a colleague arrive at once', async ({ page, addColleague }) => {
  const rute = await addColleague('Rute');
  await page.clock.install();
  await openTicket(page);
  const polls: string[] = [];
  page.on('request', request => isPoll(request) && polls.push(request.url()));

  await test.step('sees a new priority, assignee and state, a note and a reply, all without a poll', async () => {
    await page.clock.fastForward(2000); // Changes in the first two seconds of a page are not highlighted.
    await reply(page).focus();
    await rute.updateTicket('1039', { priority: 'low', assignee_id: (await rute.readPerson()).id });
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Changed elsewhere: priority' })).toHaveCount(1);
    await expect(row(page)).toHaveAccessibleName(/Assigned to Rute/);
    await rute.addMessage('1039', { body: 'Lisbon called again.', type: 'note' });
    await expect(message(page, 'Lisbon called again.')).toBeVisible();
    await rute.addMessage('1039', { body: 'We will call you back.' });
    await expect(message(page, 'We will call you back.')).toBeVisible();
    await rute.updateTicket('1039', { state: 'closed' });
    await expect(page.getByRole('button', { name: 'State: Closed' })).toBeVisible();
    await expect(reply(page)).toBeFocused();
    expect(polls).toEqual([]);
  });

  await test.step('sees the colleague’s reply after a minute offline; the agent’s queued reply is not sent yet', async () => {
    const newMessages = page.getByRole('region', { name: 'New messages' });
    await page.context().setOffline(true);
    await expect(page.getByText('Offline.')).toBeVisible();
    await reply(page).fill('We call at noon.');
    await reply(page).press('ControlOrMeta+Enter');
    await expect(newMessages.getByText('We will call you back.')).toBeVisible();
    await reply(page).press('ControlOrMeta+Enter');
    await expect(page.getByText('Queued; sends when you’re back online')).toBeVisible();
    await page.clock.fastForward(60_000);
    await rute.addMessage('1039', { body: 'Answered while you were away.' });
    await page.context().setOffline(false);
    await expect(message(page, 'Answered while you were away.')).toBeVisible();
    await expect(newMessages.getByRole('article').filter({ hasText: 'Answered while you were away.' })).toBeVisible();
    await expect(reply(page)).toHaveValue('We call at noon.');
    expect(await rute.readBodies('1039')).not.toContain('We call at noon.');
  });

  await test.step('sends the reply after the agent has confirmed it', async () => {
    await reply(page).press('ControlOrMeta+Enter');
    await page.clock.fastForward(5000);
    await expect.poll(() => rute.readBodies('1039')).toContain('We call at noon.');
  });

  await test.step('sees a change after the connection is back', async () => {
    await rute.addMessage('1039', { body: 'And once more.' });
    await expect(message(page, 'And once more.')).toBeVisible();
  });
});

test('A page that only follows the stream shows the same rows as a page that is loaded later', async ({
  page,
  addColleague,
}) => {
  test.slow(); // 60 changes
  const rute = await addColleague('Rute');
  const { id: ruteId } = await rute.readPerson();
  const list = '/tickets?state=open,pending&sort=-priority,created_at';
  const stream = page.waitForResponse(response => isStream(response.request()));
  await openSignedIn(page, list);
  await stream;
  const links = page.getByRole('list', { name: 'Tickets' }).getByRole('link');
  const ids = await links.evaluateAll(links => links.slice(0, 10).map(link => link.getAttribute('data-row') ?? ''));
  const changes: ((id: string, number: number) => Promise<unknown>)[] = [
    id => rute.updateTicket(id, { priority: 'urgent' }),
    (id, number) => rute.updateTicket(id, { subject: `Changed ${number}`, tags: [`tag-${number % 3}`] }),
    id => rute.updateTicket(id, { assignee_id: ruteId }),
    id => rute.updateTicket(id, { state: 'pending' }),
    (id, number) => rute.addMessage(id, { body: `Answer ${number}` }),
    (_, number) => rute.createTicket({ subject: `New ${number}`, priority: 'high' }),
    id => rute.updateTicket(id, { state: 'closed' }),
  ];
  const polls: string[] = [];
  page.on('request', request => isPoll(request) && polls.push(request.url()));
  for (let number = 0; number < 60; number++) {
    const id = ids[(number * 7) % ids.length] ?? '';
    await changes[(number * 3) % changes.length]?.(id, number);
  }
  const readRows = async (shown: Page): Promise<(string | null)[]> =>
    shown
      .getByRole('list', { name: 'Tickets' })
      .getByRole('link')
      .evaluateAll(links => links.slice(0, 20).map(link => link.textContent));
  const later = await page.context().newPage();
  await later.goto(list);
  await expect(later.getByRole('list', { name: 'Tickets' }).getByRole('link').first()).toBeVisible();
  await expect(async () => {
    await page.bringToFront();
    await page.keyboard.press('.');
    expect(await readRows(page)).toEqual(await readRows(later));
  }).toPass();
  expect(polls).toEqual([]);
});

test('All windows of a browser share one stream', async ({ page, context, addColleague }) => {
  test.slow(); // ten windows
  const rute = await addColleague('Rute');
  const countStreams = watchStreams(context);
  await openTicket(page);
  const others: Page[] = [];
  for (let count = 1; count < 10; count++) {
    const other = await context.newPage();
    await other.goto('/gists');
    await expect(other.getByRole('heading', { name: 'Gists', level: 1 })).toBeVisible();
    others.push(other);
  }
  const [next] = others;
  if (!next) throw new Error('No other window');
  await next.goto(path);
  await expect(messages(next).first()).toBeVisible();
  await next.bringToFront();

  await test.step('a window without the stream shows changes, too', async () => {
    await rute.addMessage('1039', { body: 'For all windows.' });
    await expect(message(next, 'For all windows.')).toBeVisible();
    expect(countStreams()).toBe(1);
  });

  await test.step('another window opens a stream when the window with the stream closes', async () => {
    await page.close();
    await expect.poll(countStreams).toBe(2);
    await rute.addMessage('1039', { body: 'After the leader closed.' });
    await expect(message(next, 'After the leader closed.')).toBeVisible();
    expect(countStreams()).toBe(2);
  });
});

test('A window takes over the stream of a frozen window', async ({ page, context, addColleague }) => {
  const rute = await addColleague('Rute');
  const countStreams = watchStreams(context);
  await openTicket(page);
  const follower = await context.newPage();
  await follower.clock.install();
  await follower.goto(path);
  await expect(messages(follower).first()).toBeVisible();
  await rute.addMessage('1039', { body: 'Both windows know.' });
  await expect(message(follower, 'Both windows know.')).toBeVisible();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await follower.bringToFront();
  await follower.clock.fastForward(51_000);
  await expect.poll(countStreams).toBe(2);
  await rute.addMessage('1039', { body: 'After the freeze.' });
  await expect(message(follower, 'After the freeze.')).toBeVisible();
});

test('A proxy blocks live updates', async ({ page, api, addColleague }) => {
  const rute = await addColleague('Rute');
  await page.clock.install();
  await page.route(isStreamUrl, route => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await openSignedIn(page, path);
  await expect(messages(page).first()).toBeVisible();

  await test.step('the desk shows that live updates are off, and polls', async () => {
    await page.clock.runFor(10_000);
    await expect(strip(page)).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await rute.addMessage('1039', { body: 'Found by a poll.' });
    await rute.updateTicket('1040', { assignee_id: (await api.readPerson()).id });
    await expect.poll(() => api.readNotifications()).toHaveLength(1);
    await page.clock.fastForward(30_000);
    await expect(message(page, 'Found by a poll.')).toBeVisible();
    await page.clock.fastForward(30_000);
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  await test.step('live updates resume when the proxy no longer blocks them', async () => {
    await page.unroute(isStreamUrl);
    await page.clock.fastForward(30_000);
    await expect(strip(page)).toBeHidden();
    await rute.addMessage('1039', { body: 'Live again.' });
    await expect(message(page, 'Live again.')).toBeVisible();
  });
});

test('A proxy that delivers nothing is reported in both windows', async ({ page, context }) => {
  await context.route(isStreamUrl, () => undefined);
  await context.clock.install();
  await openSignedIn(page, path);
  await expect(messages(page).first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/gists');
  await expect(other.getByRole('heading', { name: 'Gists', level: 1 })).toBeVisible();
  const countStrips = async (): Promise<number> => {
    await context.clock.fastForward(10_000);
    return (await strip(page).count()) + (await strip(other).count());
  };
  await expect.poll(countStrips, { intervals: [100] }).toBe(2);
});
