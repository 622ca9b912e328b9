import type { Locator, Page } from '@playwright/test';
import { createApiClient } from './api-client.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const subjects = (page: Page, name: string): Locator => section(page, name).getByRole('listitem');
const listed = (page: Page): Locator => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');

test('An agent works from the queue', async ({ page, addColleague }) => {
  const olga = await addColleague('Olga');

  await test.step('sees the queue load after the list, with one request for each of its three lists', async () => {
    const lists: string[] = [];
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/tickets') lists.push(searchParams.get('sort') ?? '');
    });
    await openSignedIn(page, '/tickets?state=open&sort=-priority,created_at');
    await expect(page.getByRole('heading', { name: 'Your queue' })).toBeVisible();
    await expect(section(page, 'Assigned to me')).toContainText('No open or waiting tickets are assigned to you.');
    await expect(subjects(page, 'Oldest waiting for a reply')).toHaveCount(5);
    await expect(subjects(page, 'Recently changed')).toHaveCount(5);
    expect(lists).toEqual(['-priority,created_at', '-priority,created_at', 'updated_at', '-updated_at']);
    page.removeAllListeners('request');
  });

  await test.step('sees a ticket that a colleague assigned in the meantime', async () => {
    const { id } = await createApiClient(page.request).readPerson();
    await olga.updateTicket('1021', { assignee_id: id });
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(subjects(page, 'Assigned to me')).toHaveText([/Wrong VAT number/], { timeout: 1000 });
    }).toPass();
    await expect(subjects(page, 'Recently changed').first()).toContainText('Wrong VAT number');
  });

  await test.step('opens a ticket with the keyboard; the list stays beside the ticket', async () => {
    await subjects(page, 'Assigned to me').getByRole('link').press('Enter');
    await expect(page).toHaveURL('/tickets/1021?state=open&sort=-priority,created_at');
    await expect(page.getByRole('heading', { name: 'Wrong VAT number', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Your queue' })).toBeVisible();
  });

  await test.step('opens the whole list of a section', async () => {
    await page.getByRole('link', { name: 'Show all Oldest waiting for a reply' }).click();
    await expect(page).toHaveURL('/tickets?state=open,pending&awaiting_reply=true&sort=updated_at');
    await expect(listed(page).first()).toBeVisible();
  });

  await test.step('sees no queue on a narrow screen', async () => {
    await page.setViewportSize({ width: 375, height: 720 });
    await page.reload();
    await expect(listed(page).first()).toBeVisible();
    await expect(page.getByText('Your queue')).toHaveCount(0);
  });
});
