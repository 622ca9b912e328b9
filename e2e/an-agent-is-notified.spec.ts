import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { startMailServer } from './mail-server.ts';
import { receiveMentionMail } from './mention-mail.ts';
import { setHidden } from './page-visibility.ts';

const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', exact: true });
const toast = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const mentionToast = (page: Page) => toast(page, 'Ingrid Dahl mentioned you');
const rows = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('link');

/** Opens a page, and waits until its stream of events is open. */
async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(/\/api\/events$/);
  await openSignedIn(page, path);
  await stream;
}

/** Records the text of the toasts after each change. */
const recordToasts = (page: Page) =>
  page.getByRole('region', { name: 'Status updates' }).evaluateHandle(region => {
    const shown: string[] = [];
    const observer = new MutationObserver(() => shown.push(region.textContent));
    observer.observe(region, { subtree: true, childList: true });
    return shown;
  });

test('An agent is notified of mentions and assignments', async ({ page, api, addColleague }) => {
  const ingrid = await addColleague('Ingrid Dahl');
  await openLive(page, '/gists');
  const { id: me } = await api.readPerson();
  const mention = (ticketId: string) =>
    ingrid.addMessage(ticketId, { type: 'note', body: '@Administrator please call them.', mentions: [me] });
  const other = await page.context().newPage();
  await other.goto('/drafts');
  await expect(bell(other, 0)).toBeVisible();
  await page.bringToFront();

  await test.step('sees the number and the title in both windows, but a toast in only one window', async () => {
    await mention('1039');
    for (const window of [page, other]) {
      await expect(bell(window, 1)).toBeVisible();
      await expect(window).toHaveTitle(/^\(1\) /);
    }
    const countToasts = async (): Promise<number> =>
      (await mentionToast(page).count()) + (await mentionToast(other).count());
    await expect.poll(countToasts).toBe(1);
    await other.close();
    await ingrid.updateTicket('1040', { assignee_id: me });
    await expect(toast(page, 'Ingrid Dahl assigned this ticket to you')).toContainText('#1040');
    await expect(bell(page, 2)).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  await test.step('marks a notification as read and undoes the change, with the keyboard', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(rows(page)).toHaveText([
      /^Unread: Ingrid Dahl assigned this ticket to you.*#1040/,
      /^Unread: Ingrid Dahl mentioned you.*#1039/,
    ]);
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await expect(rows(page).last()).toBeFocused();
    await page.keyboard.press('k');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('e');
    await expect(rows(page)).toHaveText([/mentioned you/]);
    await expect(rows(page)).toBeFocused();
    await expect(bell(page, 1)).toBeVisible();
    await page.keyboard.press('z');
    await expect(rows(page)).toHaveCount(2);
    await expect(bell(page, 2)).toBeVisible();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
  });

  await test.step('opens a ticket, which marks its notifications as read', async () => {
    await page.keyboard.press('j');
    await expect(rows(page).last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article').filter({ hasText: 'please call them' })).toBeVisible();
    await expect(bell(page, 1)).toBeVisible();
    await mention('1039');
    const countRead = async () => (await api.readNotifications()).filter(({ read_at: at }) => at !== null).length;
    await expect.poll(countRead, 'a mention on the open ticket is marked as read at once').toBe(2);
    await expect(mentionToast(page)).toHaveCount(0);
    await page.goBack();
    await expect(rows(page)).toHaveText([/assigned this ticket to you/]);
  });

  await test.step('marks all notifications as read', async () => {
    await page.keyboard.press('Shift+E');
    await expect(page.getByRole('heading', { name: 'You are up to date' })).toBeVisible();
    await expect(page).toHaveTitle(/^Notifications/);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).filter({ hasText: 'Unread:' })).toHaveCount(0);
  });

  await test.step('turns off one kind of notification', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press(',');
    const mentions = page.getByRole('switch', { name: 'A note mentions you: in the app' });
    await expect(mentions).toBeChecked();
    for (const channel of ['in the app', 'by email'])
      await expect(page.getByRole('switch', { name: new RegExp(`: ${channel}$`) })).toHaveCount(7);
    await page.getByRole('switch', { name: 'A note mentions you: by email' }).click();
    await mentions.click();
    const off = { in_app: false, by_mail: false };
    await expect.poll(() => api.readNotificationPreferences()).toMatchObject({ mentioned: off });
    await page.keyboard.press('Escape');
    await mention('1041');
    await ingrid.updateTicket('1041', { assignee_id: me });
    await expect(bell(page, 1)).toBeVisible();
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
    await page.keyboard.press('.');
    await expect(rows(page)).toHaveText([/assigned/, /mentioned/, /mentioned/, /assigned/]);
  });

  await test.step('sees no toast for other kinds of notifications, or in a hidden window', async () => {
    await page.reload();
    await expect(rows(page)).toHaveCount(4);
    const shown = await recordToasts(page);
    await ingrid.addMessage('1041', { body: 'We call them at noon.' });
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
    await setHidden(page, true);
    await ingrid.updateTicket('1042', { assignee_id: me });
    await expect(page).toHaveTitle(/^\(3\) Notifications/);
    await setHidden(page, false);
    await ingrid.updateTicket('1043', { assignee_id: me });
    await expect(toast(page, 'Ingrid Dahl assigned this ticket to you')).toContainText('#1043');
    expect((await shown.jsonValue()).join()).not.toMatch(/#104[12]/);
  });
});

test('A notification of the open ticket is marked as read, although another ticket has a newer notification', async ({
  page,
  api,
  addColleague,
}) => {
  const ingrid = await addColleague('Ingrid Dahl');
  await openLive(page, '/tickets/1039');
  const { id: me } = await api.readPerson();
  // Marking the notification as read does not wait for the number of unread notifications.
  const releaseNumber = await delayRequests(page, 'GET', '**/api/notifications?*');
  for (const ticketId of ['1040', '1039', '1041'])
    await ingrid.addMessage(ticketId, { type: 'note', body: 'Please call them.', mentions: [me] });
  const listRead = async () =>
    (await api.readNotifications()).filter(({ read_at: at }) => at !== null).map(({ ticket_id: id }) => id);
  await expect.poll(listRead).toEqual(['1039']);
  await expect(toast(page, 'Ingrid Dahl mentioned you')).toContainText('#1041');
  releaseNumber();
  await expect(bell(page, 2)).toBeVisible();
});

test('A link in a captured mail stops emails about mentions, without a session', async ({
  page,
  browser,
  desk,
  addColleague,
}) => {
  const [ingrid, otto] = await Promise.all([addColleague('Ingrid Dahl'), addColleague('Otto Brandt')]);
  const before = await otto.readNotificationPreferences();
  const { mailId, link } = await receiveMentionMail(desk, otto, ingrid);
  await openSignedIn(page, `/mail/captured/${mailId}`);
  await expect(page.getByRole('main')).toContainText(`Stop mail about notes that mention you: ${link}`);

  const other = await browser.newContext();
  const visitor = await other.newPage();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible();
  expect(await otto.readNotificationPreferences(), 'opening the link changes nothing').toEqual(before);
  await visitor.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(visitor.getByRole('heading', { name: 'These emails are stopped' })).toBeVisible();
  await other.close();
  expect(await otto.readNotificationPreferences()).toEqual({ ...before, mentioned: { in_app: true, by_mail: false } });
});

test('An agent is notified that a reply was not delivered', async ({ page, api }) => {
  const server = await startMailServer();
  server.rejection = [550, '5.1.1 User unknown'];
  await openLive(page, '/gists');
  const [mailbox] = await api.readMailboxes();
  const id = mailbox?.id ?? '';
  await api.connectMailbox(id, { host: '127.0.0.1', port: server.port, security: 'none' });
  await api.updateMailbox(id, { transport: 'smtp' });
  await api.addMessage('1042', { body: 'Refunded.' });
  const failed = toast(page, 'Your reply was not delivered');
  await expect(failed).toContainText('#1042');
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await failed.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Not delivered to' })).toContainText('Refunded.');
  await expect(bell(page, 0)).toBeVisible();
  await server.close();
});
