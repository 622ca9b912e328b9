import type { Page, Request } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { setHidden } from './page-visibility.ts';

const path = '/tickets/1039?state=open&sort=-priority,created_at';
const ticket = (page: Page) => page.getByRole('region', { name: 'Ticket', exact: true });
const row = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link').filter({ hasText: '#1039' });
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const status = (page: Page) => ticket(page).getByRole('status').filter({ hasText: 'Petra' });
const viewers = (page: Page) => ticket(page).getByTitle(/^\w+ is (viewing|writing)$/);

test('A colleague opens a ticket, writes and leaves, although the clocks of both browsers are off by years', async ({
  page,
  browser,
  desk,
}) => {
  const petra = await desk.addPerson('Petra');
  const context = await browser.newContext({ baseURL: desk.url });
  const colleague = await context.newPage();
  const viewer = ticket(page).getByTitle('Petra is viewing');
  const initials = row(page).getByText('P', { exact: true });
  await page.clock.setSystemTime('2001-01-01T00:00:00Z');
  await colleague.clock.setSystemTime('2041-01-01T00:00:00Z');
  await openSignedIn(page, path);
  await expect(reply(page)).toBeVisible();

  await test.step('sees in the ticket and in the list that the colleague is viewing the ticket', async () => {
    await openSignedIn(colleague, path, petra);
    await expect(viewer).toBeVisible();
    await expect(status(page)).toHaveText('Petra is viewing');
    await expect(row(page)).toHaveAccessibleName(/Petra is viewing\. Assigned to Jonas Weber/);
    await expect(initials).toBeHidden();
    await row(page).hover();
    await expect(initials).toBeVisible();
    await reply(page).hover();
    await expect(initials).toBeHidden();
    await expect(ticket(colleague).getByTitle('Administrator is viewing')).toBeVisible();
  });

  await test.step('sees that the colleague is writing, and is only viewing once the reply is sent', async () => {
    await reply(colleague).fill('We will call Lisbon today.');
    await expect(ticket(page).getByText('Petra is writing…')).toBeVisible();
    await expect(row(page)).toHaveAccessibleName(/Petra is writing/);
    await expect(initials).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await reply(colleague).press('ControlOrMeta+Enter');
    await expect(ticket(page).getByText('Petra is writing…')).toBeHidden();
    await expect(viewer).toBeVisible();
  });

  await test.step('sees that the colleague has left', async () => {
    await colleague.goto('/gists');
    await expect(viewer).toBeHidden();
    await colleague.goto(path);
    await expect(viewer).toBeVisible();
  });

  await test.step('a colleague who does not want to be seen is not shown', async () => {
    await colleague.getByRole('button', { name: 'Petra', exact: true }).click();
    await colleague.getByRole('button', { name: 'Preferences' }).click();
    await colleague.getByRole('switch', { name: 'Show others which ticket I have open' }).click();
    await expect(viewer).toBeHidden();
    await expect(row(page)).not.toHaveAccessibleName(/Petra is/);
  });
  await context.close();
});

test('A visible page announces every 20 seconds that the person views or writes', async ({ page }) => {
  const announced: string[] = [];
  page.on('request', request => {
    if (!request.url().endsWith('/presence') || request.method() === 'GET') return;
    announced.push(request.method() === 'PUT' ? request.postDataJSON().mode : 'left');
  });
  const pending = new Set<Request>();
  page.on('request', request => request.url().endsWith('/api/events') || pending.add(request));
  page.on('requestfinished', request => pending.delete(request));
  page.on('requestfailed', request => pending.delete(request));
  /** Advances the page's clock by five seconds at a time. Waits for responses first, since timeouts use this clock. */
  const advance = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      await expect.poll(() => pending.size).toBe(0);
      await page.clock.runFor(5000);
    }
  };
  await page.clock.install();
  await openSignedIn(page, path);
  await expect.poll(() => announced).toContain('viewing');
  await page.clock.pauseAt(Date.now() + 10_000);
  await expect.poll(() => pending.size).toBe(0);
  announced.length = 0;
  await advance(20);
  await advance(20);
  await expect.poll(() => announced).toEqual(['viewing', 'viewing']);

  await reply(page).fill('We will call Lisbon today.');
  await expect.poll(() => announced.splice(0)).toContain('writing');
  await advance(20);
  await advance(20);
  await expect.poll(() => announced).toEqual(['writing', 'viewing']);

  await setHidden(page, true);
  await advance(40);
  await setHidden(page, false);
  await expect.poll(() => announced).toEqual(['writing', 'viewing', 'left', 'viewing']);
});

/**
 * Records each new status region. Also records each change of a region's text, and the time of the change.
 *
 * @returns a function that reads the record, with times in milliseconds
 */
function recordAnnouncements(page: Page): Promise<() => Promise<{ appeared: string[]; changes: [string, number][] }>> {
  return page
    .evaluateHandle(() => {
      const recorded = { appeared: [] as string[], changes: [] as [string, number][] };
      const observer = new MutationObserver(records => {
        for (const { target, addedNodes } of records) {
          const region = target instanceof Element ? target : target.parentElement;
          if (region?.role === 'status') recorded.changes.push([region.textContent, performance.now()]);
          for (const added of addedNodes) {
            if (!(added instanceof Element)) continue;
            for (const region of added.querySelectorAll('[role=status]')) recorded.appeared.push(region.textContent);
          }
        }
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
      return recorded;
    })
    .then(handle => () => handle.jsonValue());
}

test('A screen reader announces each change of a colleague’s presence once', async ({ page, addColleague }) => {
  const petra = await addColleague('Petra');
  await page.clock.install();
  await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at');
  await petra.announcePresence('1039', 'viewing');
  await expect(row(page)).toHaveAccessibleName(/Petra is viewing/);
  const read = await recordAnnouncements(page);
  const readChanges = async () => (await read()).changes.filter(([text]) => text === '' || text.includes('Petra'));

  await test.step('opens the ticket with an empty status region, and then announces the colleague', async () => {
    await row(page).click();
    await expect(status(page)).toHaveText('Petra is viewing');
    expect((await read()).appeared.join()).not.toContain('Petra');
  });

  await test.step('announces each change once, at least ten seconds after the previous change', async () => {
    await petra.announcePresence('1039', 'writing');
    await expect(viewers(page)).toHaveAttribute('title', 'Petra is writing');
    for (let half = 0; half < 2; half++) await page.clock.fastForward(5000);
    await expect(status(page)).toHaveText('Petra is writing');
    await petra.announcePresence('1039', 'writing');
    await petra.leaveTicket('1039');
    await expect(viewers(page)).toHaveCount(0);
    for (let half = 0; half < 2; half++) await page.clock.fastForward(5000);
    await expect(status(page)).toHaveCount(0);
    const changes = await readChanges();
    expect(changes.map(([text]) => text)).toEqual(['Petra is viewing', 'Petra is writing', '']);
    const pauses = changes.slice(1).map(([, at], index) => at - (changes[index]?.[1] ?? at));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(10_000);
  });
});

test('An agent sees three of five colleagues who view a ticket, and a count of the rest', async ({
  page,
  addColleague,
}) => {
  const colleagues = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'].map(name => addColleague(name)));
  await openSignedIn(page, path);
  for (const colleague of colleagues) await colleague.announcePresence('1039', 'viewing');
  await expect(ticket(page).getByText('+2', { exact: true })).toHaveAttribute(
    'title',
    /^\w+ is viewing, \w+ is viewing$/,
  );
  await expect(viewers(page)).toHaveCount(3);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});
