import type { Page } from '@playwright/test';
import type { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { fillIn } from './program.ts';

test.use({ apiLogLevel: 'debug' });

/** A page that asks for nothing by itself. */
const still = '/star.svg';

/** The statuses of `count` requests that are sent at once. */
const ask = (page: Page, count: number): Promise<number[]> =>
  page.evaluate(async requests => {
    const request = () => fetch('/api/tickets?per_page=1', { headers: { 'X-CSRF': '1' } });
    return (await Promise.all(Array.from({ length: requests }, request))).map(({ status }) => status);
  }, count);

const succeeded = (count: number): number[] => Array<number>(count).fill(200);

/** Holds how often tokens are asked for while `work` has the api answer so many requests for tickets. */
async function expectRenewals(desk: Desk, renewals: number, requests: number, work: () => Promise<void>) {
  const [tokens, tickets] = [desk.countRequests('/oauth/token'), desk.countRequests('/v1/tickets')];
  await work();
  await expect.poll(() => desk.countRequests('/v1/tickets') - tickets).toBe(requests);
  expect(desk.countRequests('/oauth/token') - tokens).toBe(renewals);
}

test('Thirty requests meet the moment of expiry', async ({ page, context, desk }) => {
  const other = await context.newPage();
  await page.goto(`/login?return_to=${still}`);
  await fillIn(page);
  await expect(page).toHaveURL(still);

  await test.step('all of a tab succeed, and tokens are asked for once', async () => {
    await desk.expireAccess();
    await expectRenewals(desk, 1, 30, async () => {
      expect(await ask(page, 30)).toEqual(succeeded(30));
    });
  });

  await test.step('so do those of two tabs', async () => {
    await other.goto(still);
    await desk.expireAccess();
    await expectRenewals(desk, 1, 30, async () => {
      const statuses = await Promise.all([ask(page, 15), ask(other, 15)]);
      expect(statuses.flat()).toEqual(succeeded(30));
    });
  });

  await test.step('a browser that never got the renewed session goes on with the old one', async () => {
    await desk.expireAccess();
    const old = await context.cookies();
    await expectRenewals(desk, 1, 2, async () => {
      expect(await ask(page, 1)).toEqual(succeeded(1));
      await context.addCookies(old);
      expect(await ask(page, 1)).toEqual(succeeded(1));
    });
  });

  await test.step('a tab that leaves while it asks leaves the others signed in', async () => {
    await desk.expireAccess();
    const asked = other.waitForEvent('request');
    const left = ask(other, 15).catch(() => 'nobody waits for it');
    await asked;
    await other.close();
    await left;
    expect(await ask(page, 15)).toEqual(succeeded(15));
  });

  await test.step('signing out among them ends the session, whatever is still under way', async () => {
    await desk.expireAccess();
    const waiting = ask(page, 30);
    await page.evaluate(() => fetch('/logout', { method: 'POST', headers: { 'X-CSRF': '1' } }));
    await waiting;
    const session = await page.evaluate(async () => (await fetch('/session', { headers: { 'X-CSRF': '1' } })).json());
    expect(session).toEqual({ signed_in: false });
  });
});
