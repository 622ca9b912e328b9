import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

const failedJobs = (page: Page) =>
  page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').filter({ hasText: 'Failed' });

test('An administrator retries and discards failed jobs', async ({ page, desk }) => {
  desk.addDeadJob('The disk was full.');
  await openSignedIn(page, '/settings');

  await test.step('sees waiting jobs, and failed jobs with their reasons, newest first, without a reload', async () => {
    await page.getByRole('link', { name: 'Jobs' }).click();
    await expect(failedJobs(page)).toHaveCount(1);
    desk.addDeadJob('The moon was full.');
    await expect(failedJobs(page)).toHaveCount(2);
    await expect(page.getByRole('listitem').filter({ hasText: 'Waiting' }).first()).toBeVisible();
    await expect(failedJobs(page).nth(0)).toContainText(/Delete expired data.*The moon was full/);
    await expect(failedJobs(page).nth(1)).toContainText('The disk was full');
    await expect(page.getByRole('row', { name: /^Delete expired data 1 0 2/ })).toBeVisible();
  });

  await test.step('retries one job, which then finishes', async () => {
    await failedJobs(page).filter({ hasText: 'disk' }).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Job retried')).toBeVisible();
    await expect(failedJobs(page)).toHaveCount(1);
    await expect(page.getByText('The disk was full')).toBeHidden();
  });

  await test.step('sees that a job no longer exists, because it was discarded in another window', async () => {
    desk.addDeadJob('The sun was full.');
    const sunJob = (tab: Page) => failedJobs(tab).filter({ hasText: 'sun' });
    await expect(sunJob(page)).toHaveCount(1);
    const release = await delayRequests(page, 'GET', '**/api/jobs?*');
    const other = await page.context().newPage();
    await other.goto('/settings/jobs');
    await sunJob(other).getByRole('button', { name: 'Discard' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(sunJob(other)).toHaveCount(0);
    await other.close();
    await sunJob(page).getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('The job no longer exists')).toBeVisible();
    release();
    await expect(sunJob(page)).toHaveCount(0);
  });

  await test.step('discards the remaining job', async () => {
    await page.getByLabel('State').selectOption('Failed');
    await failedJobs(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('heading', { name: 'No jobs' })).toBeVisible();
  });
});

test('An administrator retries and discards jobs with the keyboard', async ({ page, desk }) => {
  for (const error of ['One', 'Two', 'Three', 'Four']) desk.addDeadJob(`${error} is full.`);
  await openSignedIn(page, '/settings/jobs');
  const job = (text: string) => failedJobs(page).filter({ hasText: text });
  await expect(failedJobs(page)).toHaveCount(4);

  await test.step('retries the focused job; the focus moves to the next job', async () => {
    await page.keyboard.press('j');
    await expect(job('Four').getByRole('checkbox')).toBeFocused();
    await page.keyboard.press('r');
    await expect(page.getByText('Job retried')).toBeVisible();
    await expect(failedJobs(page)).toHaveCount(3);
    await expect(job('Three').getByRole('checkbox')).toBeFocused();
  });

  await test.step('selects two jobs and discards them after a confirmation', async () => {
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+j');
    await expect(page.getByText('2 selected')).toBeVisible();
    await expect(job('Two').getByRole('checkbox')).toBeChecked();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('#');
    const dialog = page.getByRole('dialog', { name: 'Discard 2 jobs?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(page.getByText('2 jobs discarded')).toBeVisible();
    await expect(failedJobs(page)).toHaveCount(1);
    await expect(page.getByText('2 selected')).toBeHidden();
  });

  await test.step('Escape clears the selection', async () => {
    await job('One').getByRole('checkbox').press('Space');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('1 selected')).toBeHidden();
    await expect(page).toHaveURL(/\/settings\/jobs$/);
  });

  await test.step('discards the selected job of a filtered list, which clears the selection', async () => {
    await page.getByLabel('State').selectOption('Failed');
    await job('One').getByRole('checkbox').press('Space');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('#');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'No jobs' })).toBeVisible();
    await expect(page.getByText('1 selected')).toBeHidden();
  });
});
