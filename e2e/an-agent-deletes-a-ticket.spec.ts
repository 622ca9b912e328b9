import { findViolationsInBothThemes } from './accessibility.ts';
import { blockLiveUpdates } from './block-live-updates.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

/** The minimum interval between polls on focus. */
const focusPollMilliseconds = 2000;

test('An agent deletes a ticket while a colleague answers it', async ({ page, browser, desk, addColleague }) => {
  const olga = await addColleague('Olga');
  const create = (subject: string) => olga.createTicket({ subject, tags: ['attic'] });
  const [first, second] = [await create('The attic is wet'), await create('The attic is dark')];
  const list = '?tag=attic&sort=created_at';
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  const context = await browser.newContext({ baseURL: desk.url, permissions: ['clipboard-read', 'clipboard-write'] });
  const colleaguePage = await context.newPage();

  await test.step('a colleague opens the ticket and starts a reply', async () => {
    await colleaguePage.clock.install();
    await openSignedIn(colleaguePage, `/tickets/${first.id}${list}`, await desk.addPerson('Hugo'));
    await expect(colleaguePage.getByRole('list', { name: 'Tickets' }).getByRole('listitem')).toHaveCount(2);
    await colleaguePage.getByRole('textbox', { name: 'Reply' }).fill('We will come on **Monday**');
  });

  await test.step('is asked for confirmation and cancels', async () => {
    await blockLiveUpdates(page);
    await openSignedIn(page, `/tickets/${first.id}${list}`);
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Delete ticket' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete #${first.id}?` });
    await expect(dialog).toContainText('The attic is wet will be deleted for everyone. This cannot be undone.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  });

  await test.step('confirms again after a change, deletes the ticket, and sees the next ticket', async () => {
    await olga.updateTicket(first.id, { priority: 'urgent' });
    await page.keyboard.press('#');
    await page.getByRole('button', { name: 'Delete ticket' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The ticket has changed.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Priority: Urgent', includeHidden: true })).toBeAttached();
    const release = await delayRequests(page, 'DELETE', '**/api/tickets/*');
    await page.getByRole('button', { name: 'Delete anyway' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    await expect(page.getByRole('heading', { name: 'The attic is dark' })).toBeFocused();
    await expect(page).toHaveURL(`/tickets/${second.id}${list}`);
    await expect(rows).toHaveCount(1);
  });

  await test.step('the colleague sees the deletion and can copy the reply', async () => {
    await colleaguePage.clock.fastForward(focusPollMilliseconds);
    await colleaguePage.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(colleaguePage.getByRole('heading', { name: 'This ticket was deleted' })).toBeVisible();
    await expect(colleaguePage.getByText(`Administrator deleted #${first.id}`)).toBeVisible();
    const unsentReply = colleaguePage.getByRole('region', { name: 'Your unsent reply' });
    await expect(unsentReply).toContainText('We will come on **Monday**');
    expect(await findViolationsInBothThemes(colleaguePage)).toEqual([]);
    await unsentReply.getByRole('button', { name: 'Copy reply' }).click();
    await expect(unsentReply.getByText('Copied')).toBeVisible();
    expect(await colleaguePage.evaluate(() => navigator.clipboard.readText())).toBe('We will come on **Monday**');
    await unsentReply.getByRole('button', { name: 'Discard' }).click();
    await expect(unsentReply).toBeHidden();
  });

  await test.step('the colleague continues with the next ticket', async () => {
    await expect(colleaguePage.getByRole('button', { name: 'Previous ticket' })).toBeDisabled();
    await colleaguePage.getByRole('button', { name: 'Next ticket' }).click();
    await expect(colleaguePage.getByRole('heading', { name: 'The attic is dark' })).toBeFocused();
  });

  await test.step('a pending edit of a deleted ticket is reverted with a message', async () => {
    await olga.deleteTicket(second.id);
    await page.keyboard.press('e');
    await expect(page.getByRole('group', { name: `Couldn’t save: closed #${second.id}` })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This ticket was deleted' })).toBeVisible();
    await expect(page.getByRole('group', { name: `Closed #${second.id}`, exact: true })).toHaveCount(0);
  });
  await context.close();
});
