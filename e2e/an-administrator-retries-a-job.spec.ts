import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

const failedJobs = (page: Page) =>
  page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').filter({ hasText: 'Failed' });

test('An administrator retries and discards failed jobs', async ({ page, desk }) => {
  desk.addDeadJob('The disk was full.');
  desk.addDeadJob('The moon was full.');
  await openSignedIn(page, '/settings');

  await test.step('sees the failed jobs with their reasons, newest first, and the waiting jobs', async () => {
    await page.getByRole('link', { name: 'Jobs' }).click();
    await expect(failedJobs(page)).toHaveCount(2);
    await expect(page.getByRole('listitem').filter({ hasText: 'Waiting' }).first()).toBeVisible();
    await expect(failedJobs(page).nth(0)).toContainText(/Delete expired data.*The moon was full/);
    await expect(failedJobs(page).nth(1)).toContainText('The disk was full');
    await expect(page.getByRole('row', { name: /^Delete expired data 1 0 2/ })).toBeVisible();
  });

  await test.step('retries one, which then finishes', async () => {
    await failedJobs(page).filter({ hasText: 'disk' }).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Job retried')).toBeVisible();
    await expect(failedJobs(page)).toHaveCount(1);
    await expect(page.getByText('The disk was full')).toBeHidden();
  });

  await test.step('discards the other', async () => {
    await page.getByLabel('State').selectOption('Failed');
    await failedJobs(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Nothing is waiting')).toBeVisible();
  });
});
