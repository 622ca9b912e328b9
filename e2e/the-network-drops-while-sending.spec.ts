import type { Page, Request } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import type { ApiClient } from './api-client.ts';
import { expect, openSignedIn, signOut, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';
import { endUndoPeriod, freezeDate } from './undo-period.ts';

/** The browser's errors for missing responses. */
test.use({ expectedErrors: /ERR_FAILED|ERR_CONNECTION/ });

const messagesUrl = '**/api/tickets/*/messages';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** Sends a reply, and waits until sending can be undone. */
async function send(page: Page, text: string, keys = 'ControlOrMeta+Enter'): Promise<void> {
  await reply(page).fill(text);
  await reply(page).press(keys);
  await expect(thread(page).getByRole('button', { name: 'Undo send' })).toBeVisible();
}

const isPost = (request: Request): boolean => request.method() === 'POST';

/** Signs in, creates a ticket and opens it. */
async function openTicket(page: Page, api: ApiClient, subject: string) {
  await signInByRequest(page.request);
  const { id } = await api.createTicket({ subject });
  await freezeDate(page);
  await page.goto(`/tickets/${id}`);
  await expect(reply(page)).toBeVisible();
  return {
    id,
    readBodies: () => api.readBodies(id),
    expectBodies: (bodies: string[]) => expect.poll(() => api.readBodies(id)).toEqual(bodies),
  };
}

test('The network drops while sending, and the reply is sent once', async ({ page, api }) => {
  const { expectBodies, readBodies } = await openTicket(page, api, 'The line crackles');
  const keys = new Set<string | undefined>();
  page.on('request', request => isPost(request) && keys.add(request.headers()['idempotency-key']));

  await test.step('stores the reply once if the response is lost', async () => {
    let responses = 0;
    await page.route(messagesUrl, async route => {
      if (!isPost(route.request())) return route.continue();
      const response = await route.fetch();
      responses += 1;
      return responses === 1 ? route.abort() : route.fulfill({ response });
    });
    await send(page, 'We test the line.');
    await endUndoPeriod(page);
    await expect.poll(() => responses).toBe(1);
    await expect(thread(page).getByText('Queued; sends when you’re back online')).toBeVisible();
    await endUndoPeriod(page);
    await expect(thread(page).getByText(/Queued|Sending/)).toHaveCount(0);
    await expect(thread(page).getByText('We test the line.')).toHaveCount(1);
    expect([responses, keys.size]).toEqual([2, 1]);
    await expectBodies(['We test the line.']);
    await page.unroute(messagesUrl);
  });

  await test.step('stores the reply once if the page is reloaded during the request', async () => {
    const arrived = Promise.withResolvers<void>();
    let isReloading = false;
    await page.route(messagesUrl, async route => {
      if (isReloading || !isPost(route.request())) return route.continue();
      await route.fetch();
      arrived.resolve(); // without a response
    });
    await send(page, 'The line is fine.');
    await endUndoPeriod(page);
    await arrived.promise;
    isReloading = true;
    await page.reload();
    await expect(thread(page).getByText('The line is fine.')).toHaveCount(1);
    await expect(thread(page).getByText('Sending…')).toHaveCount(0);
    expect(await readBodies()).toEqual(['We test the line.', 'The line is fine.']);
    await page.unroute(messagesUrl);
  });
});

test('A page is left before a reply is sent, and the reply is sent once', async ({ page, context, api }) => {
  const { id, expectBodies } = await openTicket(page, api, 'The page is left');

  await test.step('sends the reply immediately when the tab is closed', async () => {
    const tab = await context.newPage();
    await tab.goto(`/tickets/${id}`);
    await send(tab, 'Closed.');
    await tab.close({ runBeforeUnload: true });
    await expectBodies(['Closed.']);
  });

  await test.step('sends the reply from exactly one other window after a crash', async () => {
    const [tab, third] = [await context.newPage(), await context.newPage()];
    for (const each of [third, tab]) {
      await each.goto(`/tickets/${id}`);
      await expect(reply(each)).toBeVisible();
    }
    await send(tab, 'Crashed.');
    await expect(thread(page).getByText('Crashed.')).toBeVisible();
    const crashed = tab.waitForEvent('crash');
    const devtools = await context.newCDPSession(tab);
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await tab.close();
    const sentUrls: string[] = [];
    context.on('request', request => isPost(request) && sentUrls.push(request.url()));
    await expect(thread(third).getByRole('button', { name: 'Undo send' })).toBeVisible();
    await endUndoPeriod(page);
    await expectBodies(['Closed.', 'Crashed.']);
    await expect(thread(page).getByText(/Sending|Undo/)).toHaveCount(0);
    await expect(thread(third).getByText(/Sending|Undo/)).toHaveCount(0);
    expect(sentUrls).toHaveLength(1);
  });

  await test.step('sends the reply before signing out', async () => {
    await send(page, 'Signed out.');
    await signOut(page);
    await openSignedIn(page, `/tickets/${id}`);
    await expect(thread(page).getByText('Signed out.')).toHaveCount(1);
    await expectBodies(['Closed.', 'Crashed.', 'Signed out.']);
  });
});

test('A rejected reply returns to the draft, and closes the ticket when it is sent again', async ({ page, api }) => {
  const { id, expectBodies } = await openTicket(page, api, 'The reply is rejected');
  await send(page, 'Is the line quiet now?', 'ControlOrMeta+Shift+Enter');
  await page.route(messagesUrl, route =>
    isPost(route.request())
      ? route.fulfill({
          status: 413,
          headers: { 'X-Request-Id': 'request-4711' },
          json: { code: 41300, message: 'Too large', description: 'The body is larger than 1 MiB.' },
        })
      : route.continue(),
  );
  await endUndoPeriod(page);
  const notSent = page.getByRole('region', { name: 'Not sent' });
  await expect(notSent.getByRole('alert')).toHaveText(
    'Not sent. The body is larger than 1 MiB.Request ID request-4711',
  );
  await expect(reply(page)).toHaveValue('Is the line quiet now?');
  expect(await findViolationsInBothThemes(page, { within: '[aria-label="Not sent"]' })).toEqual([]);
  await page.reload();
  await expect(notSent).toBeVisible();
  await notSent.getByRole('button', { name: 'Try again and close' }).click();
  await page.unroute(messagesUrl);
  await endUndoPeriod(page);
  await expectBodies(['Is the line quiet now?']);
  await expect(notSent).toBeHidden();
  await expect.poll(async () => (await api.readTicket(id)).state).toBe('closed');
});
