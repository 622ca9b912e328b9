import { expect, type Page } from '@playwright/test';

const steps = (page: Page) => page.getByRole('list', { name: 'Steps' });

/** Opens a step of the checklist with the keyboard. `j` moves to the step, Enter opens it. */
export async function openStep(page: Page, number: number): Promise<void> {
  await expect(steps(page)).toBeVisible();
  for (let step = 0; step < number; step++) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(steps(page)).toBeHidden();
}

/** Expects a number of completed steps on the open screen. The desk must have no sample data. */
export const expectStepsDone = (page: Page, number: number): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: 'steps done' })).toHaveText(`${number} of 5 steps done`);
