import type { Locator, Page, Request } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { navigateWithinPage } from './navigate-within-page.ts';

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const chip = (page: Page, text: string): Locator => page.getByRole('button', { name: `Remove the filter ${text}` });
/** Finds a status message for screen readers. */
const announcement = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

test('An agent filters a list', async ({ page }) => {
  await openSignedIn(page, '/tickets?sort=created_at');
  const filters = page.getByRole('dialog', { name: 'Filter' });

  await test.step('opens the filters with the keyboard and sets eight filters', async () => {
    await page.getByRole('button', { name: '+ Filter' }).press('Enter');
    await expect(filters.getByLabel('Open')).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(chip(page, 'state: open or waiting')).toBeVisible();
    await filters.getByLabel('High').check();
    await filters.getByLabel('Assignee').selectOption('Unassigned');
    await filters.getByLabel('Needs reply').selectOption('Yes');
    await filters.getByLabel('Not delivered').selectOption('Yes');
    await filters.getByLabel('Tag').fill('Billing');
    await page.keyboard.press('Tab');
    await filters.getByLabel('Customer email').fill('sanne@dewit.example');
    await filters.getByLabel('Created since').fill('2020-02-29');
    await page.keyboard.press('Escape');
    await expect(filters).toBeHidden();
    for (const text of [
      'priority: high',
      'assignee: none',
      'needs reply: yes',
      'not delivered: yes',
      'tag: billing',
      'customer: sanne@dewit.example',
      'created since: 29 Feb 2020',
    ]) {
      await expect(chip(page, text)).toBeVisible();
    }
    expect(new URL(page.url()).searchParams.get('created_since')).toMatch(/^2020-02-(28|29)T\d\d:\d\d:00Z$/);
  });

  await test.step('goes back one step, which removes all filters', async () => {
    await page.goBack();
    await expect(page).toHaveURL('/tickets?sort=created_at');
    await expect(page.getByRole('button', { name: /^Remove the filter/ })).toHaveCount(0);
  });

  await test.step('searches and clears the search', async () => {
    await page
      .getByRole('navigation', { name: 'Desk' })
      .getByRole('link', { name: /^All \d/ })
      .click();
    await expect(page.getByRole('heading', { name: 'All', level: 1 })).toBeVisible();
    const listUrl = page.url();
    const search = page.getByRole('searchbox', { name: 'Search tickets' });
    await search.fill('invoice');
    await expect(page).toHaveURL(/q=invoice/);
    await search.fill('invoice number');
    await expect(page).toHaveURL(/q=invoice%20number|q=invoice\+number/);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(page).toHaveURL(listUrl);
    await expect(search).toBeFocused();
  });

  await test.step('filters by a tag in a row', async () => {
    await page.goto('/tickets?state=open&sort=-priority,created_at');
    await rows(page).first().getByText('billing', { exact: true }).click();
    await expect(page).toHaveURL('/tickets?state=open&sort=-priority,created_at&tag=billing');
    await expect(rows(page).filter({ hasNotText: 'billing' })).toHaveCount(0);
    await expect(announcement(page, `${await rows(page).count()} tickets`)).toHaveCount(1);
  });

  await test.step('filters by a tag and by the customer of the open ticket', async () => {
    await rows(page).first().getByRole('link').click();
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true });
    await ticket.getByRole('link', { name: 'refund', exact: true }).click();
    await expect(page).toHaveURL('/tickets?state=open&sort=-priority,created_at&tag=refund');
    await expect(rows(page).filter({ hasNotText: 'refund' })).toHaveCount(0);
    await expect(announcement(page, `${await rows(page).count()} tickets`)).toHaveCount(1);
    await rows(page).first().getByRole('link').click();
    await ticket.getByRole('button', { name: /^Customer: .*Amélie Laurent/ }).click();
    await page.getByRole('link', { name: 'All tickets of this customer' }).click();
    await expect(chip(page, 'customer: amelie@atelier-laurent.example')).toBeVisible();
    await expect(rows(page).filter({ hasNotText: 'Amélie Laurent' })).toHaveCount(0);
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step('types a search; requests are throttled and the list shows the results of the last query', async () => {
    const searched: string[] = [];
    const aborted: string[] = [];
    const getQuery = (request: Request): string => new URL(request.url()).searchParams.get('q') ?? '';
    const searches = /\/api\/tickets\?(?=.*\bq=).*per_page=50/;
    await page.route(searches, async route => {
      searched.push(getQuery(route.request()));
      if (getQuery(route.request()) === 'invoice*') await route.continue();
    });
    // Counts searches only: leaving a page aborts its prefetches too.
    page.on('requestfailed', request => searches.test(request.url()) && aborted.push(getQuery(request)));
    await page.clock.install();
    await page.goto('/tickets');
    await expect(rows(page).first()).toBeVisible();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.keyboard.press('/');
    await page.keyboard.type('i');
    await page.clock.runFor(50);
    await expect.poll(() => searched).toEqual(['i*']);
    await page.keyboard.type('nv');
    await page.clock.runFor(90);
    await page.keyboard.type('o');
    expect(searched, 'not yet').toEqual(['i*']);
    await page.clock.runFor(50);
    await expect.poll(() => searched).toEqual(['i*', 'invo*']);
    await expect.poll(() => aborted).toEqual(['i*']);
    await page.keyboard.type('ice');
    await page.clock.runFor(200);
    await expect.poll(() => searched).toEqual(['i*', 'invo*', 'invoice*']);
    await page.clock.resume();
    await expect(
      rows(page)
        .filter({ hasText: /invoice/i })
        .first(),
    ).toBeVisible();
    expect(aborted).toEqual(['i*', 'invo*']);
    await page.unrouteAll();
  });

  await test.step('sees which filters are invalid and removes them', async () => {
    await navigateWithinPage(page, '/tickets?state=opne&stat=open&tag=billing');
    const explanation = page.getByRole('alert').filter({ hasText: 'Unknown filter “stat”' });
    await expect(explanation).toContainText('state must be a comma-separated list of open, pending, closed');
    await page.getByRole('button', { name: 'Remove “stat: open”' }).click();
    await page.getByRole('button', { name: 'Remove “state: opne”' }).click();
    await expect(page).toHaveURL('/tickets?tag=billing');
    await expect(rows(page).first()).toBeVisible();
  });
});

test('The filter suggests tags of tickets that are not loaded', async ({ page, api }) => {
  const requests: string[] = [];
  page.on('request', request => void (request.url().includes('/api/tags') && requests.push(request.url())));
  await openSignedIn(page, '/tickets?tag=billing');
  await expect(rows(page).first()).toBeVisible();
  await api.createTicket({ tags: ['frost'], state: 'closed' });
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: '+ Filter' }).click();
  const tag = page.getByRole('dialog', { name: 'Filter' }).getByLabel('Tag');
  const readSuggestions = () =>
    tag.evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map(({ value }) => value));
  await expect.poll(readSuggestions).toContain('frost');
  expect(requests).toHaveLength(1);
});
