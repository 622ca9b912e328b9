import type { Page } from '@playwright/test';
import type { JourneyDesk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { fillSignInForm } from './oauth-client.ts';

test.use({ apiLogLevel: 'debug' });

/** A page without requests of its own. */
const quietPage = '/star.svg';

/** Sends requests in parallel and returns their statuses. */
const send = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async requests => {
    const request = () => fetch('/api/tickets?per_page=1', { headers: { 'X-CSRF': '1' } });
    return (await Promise.all(Array.from({ length: requests }, request))).map(({ status }) => status);
  }, count);

const succeeded = (count: number): number[] => Array<number>(count).fill(200);

/** Checks the number of token requests while `work` causes a number of requests for tickets. */
async function expectRefreshes(desk: JourneyDesk, refreshes: number, requests: number, work: () => Promise<void>) {
  const [tokens, tickets] = [desk.countRequests('/oauth/token'), desk.countRequests('/v1/tickets')];
  await work();
  await expect.poll(() => desk.countRequests('/v1/tickets') - tickets).toBe(requests);
  expect(desk.countRequests('/oauth/token') - tokens).toBe(refreshes);
}

test('Thirty requests share one token refresh', async ({ page, context, desk }) => {
  const other = await context.newPage();
  await page.goto(`/login?return_to=${quietPage}`);
  await fillSignInForm(page);
  await expect(page).toHaveURL(quietPage);

  await test.step('all requests of a tab succeed with one refresh', async () => {
    await desk.expireAccess();
    await expectRefreshes(desk, 1, 30, async () => {
      expect(await send(page, 30)).toEqual(succeeded(30));
    });
  });

  await test.step('all requests of two tabs succeed with one refresh', async () => {
    await other.goto(quietPage);
    await desk.expireAccess();
    await expectRefreshes(desk, 1, 30, async () => {
      const statuses = await Promise.all([send(page, 15), send(other, 15)]);
      expect(statuses.flat()).toEqual(succeeded(30));
    });
  });

  await test.step('a browser that missed the renewed session can use the old one', async () => {
    await desk.expireAccess();
    const old = await context.cookies();
    await expectRefreshes(desk, 1, 2, async () => {
      expect(await send(page, 1)).toEqual(succeeded(1));
      await context.addCookies(old);
      expect(await send(page, 1)).toEqual(succeeded(1));
    });
  });

  await test.step('a closed tab does not sign the others out', async () => {
    await desk.expireAccess();
    const started = other.waitForEvent('request');
    const left = send(other, 15).catch(() => 'aborted');
    await started;
    await other.close();
    await left;
    expect(await send(page, 15)).toEqual(succeeded(15));
  });

  await test.step('signing out ends the session despite pending requests', async () => {
    await desk.expireAccess();
    const waiting = send(page, 30);
    await page.evaluate(() => fetch('/logout', { method: 'POST', headers: { 'X-CSRF': '1' } }));
    await waiting;
    const session = await page.evaluate(async () => (await fetch('/session', { headers: { 'X-CSRF': '1' } })).json());
    expect(session).toEqual({ signed_in: false });
  });
});
