import type { Page, Response } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { blockLiveUpdates } from './block-live-updates.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

const property = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const toast = (page: Page, title: string | RegExp) => page.getByRole('group', { name: title });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Nora changed this too' });
const isPatch = (response: Response): boolean => response.request().method() === 'PATCH' && response.ok();
const isTicket = (response: Response): boolean =>
  response.request().method() === 'GET' && /\/api\/tickets\/\d+$/.test(response.url());

/** Opens the priorities with a shortcut, and chooses a priority by its first letter. */
async function setPriority(page: Page, letter: string): Promise<void> {
  await page.keyboard.press('p');
  await expect(page.getByRole('option')).not.toHaveCount(0);
  await page.keyboard.press(letter);
  await page.keyboard.press('Enter');
}

test('Two agents edit one ticket', async ({ page, addColleague }) => {
  const nora = await addColleague('Nora');
  const { id } = await nora.createTicket({ subject: 'Charged twice', tags: ['billing'] });
  // Without live updates, the page sees Nora's changes only when it reads the ticket.
  await blockLiveUpdates(page);
  await openSignedIn(page, `/tickets/${id}?state=open`);
  await expect(page.getByRole('heading', { name: 'Charged twice' })).toBeVisible();

  await test.step('merges changes of different fields and tags, and names the colleague', async () => {
    await nora.updateTicket(id, { priority: 'high', tags: ['billing', 'refund'] });
    await page.keyboard.press('t');
    await expect(page.getByPlaceholder('Find or add a tag')).toBeFocused();
    await page.keyboard.type('vat');
    const readAgain = page.waitForResponse(isPatch).then(() => page.waitForResponse(isTicket));
    await page.keyboard.press('Enter');
    await expect(toast(page, `Nora also set the priority of #${id} to High and tagged it refund`)).toBeVisible();
    await expect(property(page, 'Priority: High')).toBeVisible();
    await expect(property(page, 'Remove the tag refund')).toBeVisible();
    expect((await nora.readTicket(id)).tags).toEqual(['billing', 'refund', 'vat']);
    await readAgain;
  });

  await test.step('resolves a conflict in one field with the keyboard', async () => {
    await nora.updateTicket(id, { priority: 'urgent' });
    await setPriority(page, 'l');
    await expect(dialog(page).getByRole('radio', { name: /Yours\s*Low/ })).toBeFocused();
    expect(await findViolationsInBothThemes(page, { within: 'dialog[open]' })).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page).getByRole('radio', { name: /Nora.*Urgent/ })).toBeChecked();
    const readAgain = page.waitForResponse(isTicket);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    await readAgain;
    await expect(property(page, 'Priority: Urgent')).toBeFocused();
    expect((await nora.readTicket(id)).priority).toBe('urgent');
  });

  await test.step('resolves conflicts in two fields in one dialog', async () => {
    await nora.updateTicket(id, { priority: 'low', subject: 'Charged three times' });
    const release = await delayRequests(page, 'PATCH', '**/api/tickets/*');
    await page.getByRole('button', { name: 'Charged twice' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Charged twice in November');
    await page.keyboard.press('Enter');
    await setPriority(page, 'h');
    release();
    await expect(dialog(page).getByRole('group')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    const readAgain = page.waitForResponse(isPatch).then(() => page.waitForResponse(isTicket));
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Charged twice in November' })).toBeVisible();
    await expect(property(page, 'Priority: Low')).toBeVisible();
    await expect
      .poll(() => nora.readTicket(id))
      .toMatchObject({ subject: 'Charged twice in November', priority: 'low' });
    await readAgain;
    await page.unroute('**/api/tickets/*');
  });

  await test.step('resolves a conflict on a different page', async () => {
    await nora.updateTicket(id, { assignee_id: '1' });
    await page.route('**/api/tickets/*', async route => {
      if (route.request().method() === 'PATCH') await page.waitForURL('**/gists');
      await route.continue();
    });
    await page.keyboard.press('a');
    await page.getByRole('option', { name: 'Mara Okafor' }).click();
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    await expect(dialog(page).getByRole('group', { name: 'Assignee' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    await page.unroute('**/api/tickets/*');
    await page.goBack();
    await expect(property(page, 'Assignee: Administrator')).toBeVisible();
  });

  await test.step('keeps the saved version on Escape; “Use mine” restores the agent’s version', async () => {
    await page.getByRole('button', { name: 'Charged twice in November' }).click();
    await nora.updateTicket(id, { subject: 'Charged four times' });
    await page.getByRole('textbox', { name: 'Subject' }).fill('Refund for November');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Charged four times' })).toBeVisible();
    const keptVersion = toast(page, `Kept the saved version of #${id}`);
    await expect(keptVersion).toContainText('“Refund for November”');
    await keptVersion.getByRole('button', { name: 'Use mine' }).click();
    await expect(page.getByRole('heading', { name: 'Refund for November' })).toBeVisible();
    await expect.poll(async () => (await nora.readTicket(id)).subject).toBe('Refund for November');
  });
});

test('An agent undoes an edit after a colleague’s change', async ({ page, addColleague }) => {
  const ivo = await addColleague('Ivo');
  const { id } = await ivo.createTicket({ subject: 'The lamp blinks', priority: 'low' });
  await openSignedIn(page, `/tickets/${id}?state=open`);
  await expect(page.getByRole('heading', { name: 'The lamp blinks' })).toBeVisible();
  await setPriority(page, 'h');
  await page.keyboard.press('e');
  await expect(toast(page, `Closed #${id}`)).toBeVisible();
  await expect.poll(() => ivo.readTicket(id)).toMatchObject({ state: 'closed', priority: 'high' });

  await test.step('keeps the colleague’s change and shows an error', async () => {
    await ivo.updateTicket(id, { state: 'pending' });
    await toast(page, `Closed #${id}`).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Couldn’t undo')).toContainText(`Ivo set #${id} to Waiting in the meantime.`);
    await expect(property(page, 'State: Waiting')).toBeVisible();
  });

  await test.step('undoes the earlier edit', async () => {
    await toast(page, `Set the priority of #${id} to High`).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, `Undone: set the priority of #${id} to High`)).toBeVisible();
    await expect(property(page, 'Priority: Low')).toBeVisible();
    expect(await ivo.readTicket(id)).toMatchObject({ state: 'pending', priority: 'low' });
  });
});
