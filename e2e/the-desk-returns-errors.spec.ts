import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

test.use({ expectedErrors: /status of 500/ });

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('link');
const lists = /\/api\/tickets\?.*per_page=50/;

const internalError = {
  code: 50000,
  message: 'Internal Server Error',
  description: 'Something went wrong on our side.',
};
const reference = 'Error 50000 · request the-7th-request';

/** Fails requests to a URL until `page.unroute(url)`, by default GET requests with an internal error. */
const failRequests = (page: Page, url: RegExp, { method = 'GET', status = 500, json = internalError } = {}) =>
  page.route(url, route => {
    if (route.request().method() !== method) return route.fallback();
    return route.fulfill({ status, headers: { 'X-Request-Id': 'the-7th-request' }, json });
  });
const failListRequests = (page: Page) => failRequests(page, lists);

test('The desk returns errors', async ({ page, api }) => {
  await openSignedIn(page, '/gists');

  await test.step('shows the error of a list, with details to copy for support', async () => {
    await failListRequests(page);
    await page.goto('/tickets?state=open&sort=-priority,created_at');
    const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load tickets' });
    await expect(failure).toContainText('Something went wrong on our side.');
    await expect(failure).toContainText(reference);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await failure.getByRole('button', { name: /^Copy/ }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of ['50000', 'the-7th-request', 'Page: /tickets?state=open']) expect(copied).toContain(part);
  });

  await test.step('loads the list on Try again', async () => {
    await page.unroute(lists);
    const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load tickets' });
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page).first()).toBeVisible();
    const recentlyChanged = page.getByRole('region', { name: 'Recently changed' });
    await recentlyChanged.getByRole('button', { name: 'Try again' }).click();
    await expect(recentlyChanged.getByRole('link')).not.toHaveCount(0);
  });

  await test.step('shows the errors of mail lists, and loads the lists on Try again', async () => {
    for (const [path, url, subject, loaded] of [
      ['/mail/problems', /\/api\/mails\?/, 'incoming mail', 'No problems with incoming mail'],
      ['/mail/problems/outgoing', /\/api\/deliveries\?/, 'outgoing mail', 'No problems with outgoing mail'],
      ['/mail/captured', /\/api\/deliveries\?/, 'captured mail', 'Re: Work orders round to a quarter of an hour'],
    ] as const) {
      await failRequests(page, url);
      await page.goto(path);
      const failure = page.getByRole('alert').filter({ hasText: `Couldn’t load ${subject}` });
      await expect(failure).toContainText(reference);
      await page.unroute(url);
      await failure.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText(loaded)).toBeVisible();
    }
  });

  await test.step('keeps showing a list if its refetch fails', async () => {
    await page.goto('/tickets/1033?state=open&sort=-priority,created_at');
    await expect(rows(page).first()).toBeVisible();
    await failListRequests(page);
    const failed = page.waitForResponse(lists);
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await failed;
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
    await page.unroute(lists);
  });

  await test.step('shows a failed edit, with Try again if a retry may help', async () => {
    const ticket = /\/api\/tickets\/1033$/;
    const setPriority = async (to: string): Promise<void> => {
      await page.getByRole('button', { name: /^Priority/ }).click();
      await page.getByRole('option', { name: to }).click();
    };
    const toast = page.getByRole('alert').getByRole('group', { name: /^Couldn’t save: / });
    await failRequests(page, ticket, { method: 'PATCH', status: 403, json: { ...internalError, code: 40300 } });
    await setPriority('High');
    await expect(toast).toContainText('Error 40300 · request the-7th-request');
    await expect(toast.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await page.unroute(ticket);
    await failRequests(page, ticket, { method: 'PATCH' });
    await setPriority('High');
    await expect(toast).toContainText(reference);
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
    await page.unroute(ticket);
    await toast.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Priority: High' })).toBeVisible();
    await expect.poll(async () => (await api.readTicket('1033')).priority).toBe('high');
  });

  await test.step('distinguishes a failed search from a search without results', async () => {
    await failRequests(page, /\/api\/tickets(\?q=|\/99999)/);
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('combobox').fill('99999');
    const status = palette.getByRole('status');
    await expect(status).toContainText(`The search failed. Something went wrong on our side. ${reference}`);
    await expect(status).not.toContainText('not found');
    const responded = page.waitForResponse(/q=INV-20932/);
    await palette.getByRole('combobox').fill('INV-20932');
    await responded;
    await expect(status).toContainText('The search failed.');
    await expect(status).not.toContainText('No results');
    await page.unroute(/\/api\/tickets(\?q=|\/99999)/);
    await palette.getByRole('button', { name: 'Try again' }).click();
    await expect(palette.getByRole('option', { name: /Charged twice/ })).toBeVisible();
    await expect(palette.getByRole('combobox')).toBeFocused();
    await palette.getByRole('combobox').fill('99999');
    await expect(status).toContainText('Ticket #99999 not found.');
    await page.keyboard.press('Escape');
  });

  await test.step('shows an error in place of each part that failed to load', async () => {
    const parts = /\/api\/(events\?ticket_id|views|people\?)/;
    await failRequests(page, parts);
    // As in a new browser, which has no stored views.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/tickets/1042?state=open');
    const thread = page.getByRole('region', { name: 'Messages' });
    const activity = thread.getByRole('status').filter({ hasText: 'Couldn’t load this ticket’s activity.' });
    await expect(activity).toContainText(reference);
    const sidebar = page.getByRole('navigation', { name: 'Desk' });
    const retryButton = sidebar.getByRole('button', { name: 'Couldn’t load. Try again' });
    await expect(retryButton).toHaveAccessibleName(new RegExp(reference));
    await page.getByRole('button', { name: /^Assignee/ }).click();
    const loadError = page.getByRole('option', { name: 'Couldn’t load other people. Try again' });
    await expect(loadError).toBeVisible();
    await page.unroute(parts);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Mara Okafor' })).toBeVisible();
    await expect(loadError).toHaveCount(0);
    await page.keyboard.press('Escape');
    await activity.getByRole('button', { name: 'Try again' }).click();
    await expect(activity).toHaveCount(0);
    await retryButton.click();
    await expect(retryButton).toHaveCount(0);
  });

  await test.step('keeps a confirmation dialog open until the action succeeds', async () => {
    const messageUrl = /\/api\/tickets\/1042\/messages\/\w+$/;
    await failRequests(page, messageUrl, { method: 'DELETE' });
    const articles = page.getByRole('region', { name: 'Messages' }).getByRole('article');
    const count = await articles.count();
    await articles
      .last()
      .getByRole('button', { name: /^Actions/ })
      .press('Enter');
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete this/ });
    await dialog.getByRole('button', { name: /^Delete the/ }).click();
    await expect(dialog.getByRole('alert')).toContainText(reference);
    await page.unroute(messageUrl);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(articles).toHaveCount(count - 1);
  });

  await test.step('sends no reply while its recipients cannot be loaded', async () => {
    const mails = /\/api\/mails\?/;
    const composer = page.getByRole('region', { name: 'Write a message' });
    const failure = composer.getByRole('alert').filter({ hasText: 'Couldn’t load the recipients.' });
    await failRequests(page, mails);
    await page.goto('/tickets/1036?state=open');
    await expect(failure).toContainText(reference);
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Write a message"]' })).toEqual([]);
    const retried = page.waitForResponse(mails);
    await page.getByRole('textbox', { name: 'Reply' }).fill('It rounds up.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await retried;
    await expect(failure).toBeVisible();
    await page.unroute(mails);
    await composer.getByRole('button', { name: 'Try again' }).click();
    await expect(composer.getByRole('list', { name: 'To' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('It rounds up.');
    await expect(page.getByRole('button', { name: 'Undo send' })).toHaveCount(0);
  });
});
