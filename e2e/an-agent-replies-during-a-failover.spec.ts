import type { Page } from '@playwright/test';
import { test } from './cluster-fixtures.ts';
import { expect, openSignedIn } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';

test.use({ expectedErrors: /status of 50[34]/ });

/** Longer than DATABASE_TIMEOUT_SECONDS, after which the API responds with 503. */
const outageMilliseconds = 30_000;

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');

test('An agent replies during a failover of PostgreSQL, and the reply is sent once', async ({ page, cluster, api }) => {
  await signInByRequest(page.request);
  const { id } = await api.createTicket({ subject: 'No connection in Lisbon' });
  await openSignedIn(page, `/tickets/${id}`);
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.fill('We restart the router');

  await test.step('sends the reply while the primary does not respond, and sees why the reply waits', async () => {
    cluster.database.pause();
    await reply.press('End');
    await reply.pressSequentially(' now.');
    await reply.press('ControlOrMeta+Enter');
    await expect(status(page, 'Can’t reach the desk')).toBeVisible({ timeout: outageMilliseconds });
    await expect(messages(page).filter({ hasText: 'We restart the router now.' })).toHaveCount(1);
  });

  await test.step('writes the next reply meanwhile', async () => {
    await reply.fill('Is Lisbon back?');
    await expect(page.getByText('Draft saved')).toBeVisible();
  });

  await test.step('sees that the new primary stored the reply once, and loses no word of the next reply', async () => {
    cluster.database.dropPaused();
    await expect(status(page, 'Back online')).toBeVisible({ timeout: outageMilliseconds });
    // The other api process may still respond with 503.
    const readBodies = () => api.readBodies(id).catch(String);
    await expect.poll(readBodies, { timeout: outageMilliseconds }).toEqual(['We restart the router now.']);
    await expect(reply).toHaveValue('Is Lisbon back?');
    await page.reload();
    await expect(messages(page)).toHaveCount(1);
    await expect(reply).toHaveValue('Is Lisbon back?');
  });
});
