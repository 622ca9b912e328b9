import { findViolationsInBothThemes } from './accessibility.ts';
import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';

const sale = '/tickets?tag=sale&state=open&sort=created_at';

test('An agent closes fifty tickets', async ({ page, addColleague }) => {
  const noor = await addColleague('Noor');
  const created = Array.from({ length: 50 }, (_, index) =>
    noor.createTicket({ subject: `Where is parcel ${index}?`, tags: ['sale'] }),
  );
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = (await Promise.all(created)).map(
    ({ id }) => id,
  );
  const readState = async (id: string) => (await noor.readTicket(id)).state;

  await openSignedIn(page, sale);
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  const findRow = (id: string) => rows.filter({ has: page.getByRole('checkbox', { name: `#${id}:` }) });

  await test.step('selects all listed tickets', async () => {
    await rows.first().hover();
    await rows.first().getByRole('checkbox').check();
    await expect(page.getByRole('heading', { name: '1 selected' })).toBeVisible();
    await expect(rows.last().getByRole('checkbox')).toHaveCSS('opacity', '1'); // shown in every row, without hover
    await page.getByRole('checkbox', { name: 'Select all 50 listed tickets' }).click();
    await expect(page.getByRole('heading', { name: '50 selected' })).toBeVisible();
  });

  await test.step('closes the tickets while a colleague changes four of them', async () => {
    await noor.updateTicket(first, { state: 'pending' });
    await noor.updateTicket(second, { state: 'pending' });
    await noor.deleteTicket(third);
    await noor.updateTicket(fourth, { priority: 'urgent' });
    await page.keyboard.press('e');
    await expect(page.getByRole('alert')).toContainText('47 tickets closed, 3 failed', { timeout: 20_000 });
    await page.getByRole('group', { name: '47 tickets closed, 3 failed' }).hover(); // keeps the toast open
    await expect(page.getByRole('heading', { name: '3 selected' })).toBeVisible();
  });

  await test.step('sees why three tickets were not closed', async () => {
    await expect(rows).toHaveCount(3);
    await expect(findRow(first)).toContainText('Noor set it to Waiting in the meantime');
    await expect(findRow(second)).toContainText('Noor set it to Waiting in the meantime');
    await expect(findRow(third)).toContainText('Deleted in the meantime');
    const changedParts = '[aria-label="Status updates"], [aria-label="Selection"], [aria-label="Tickets"]';
    expect(await findViolationsInBothThemes(page, { within: changedParts })).toEqual([]);
    expect(await Promise.all([first, fourth, fifth].map(readState))).toEqual(['pending', 'closed', 'closed']);
  });

  await test.step('undoes the action, except for later changes', async () => {
    await noor.updateTicket(fifth, { state: 'pending' });
    await page.keyboard.press('z');
    await expect(page.getByRole('alert')).toContainText('46 tickets restored, 1 failed', { timeout: 20_000 });
    await expect(page.getByRole('alert')).toContainText(`#${fifth}: Noor set it to Waiting in the meantime.`);
    expect(await Promise.all([first, fourth, fifth].map(readState))).toEqual(['pending', 'open', 'pending']);
  });

  await test.step('retries the failed tickets', async () => {
    await page.getByRole('button', { name: 'Retry 3' }).click();
    await expect(page.getByRole('alert')).toContainText('2 tickets closed, 1 failed');
    await expect(page.getByRole('heading', { name: '1 selected' })).toBeVisible();
    expect(await Promise.all([first, second].map(readState))).toEqual(['closed', 'closed']);
  });
});

test('An agent stops a bulk action', async ({ page, context, api }) => {
  await signInByRequest(context.request);
  const { createTicket, searchTickets } = api;
  for (let index = 0; index < 8; index++) await createTicket({ subject: `Queue ${index}`, tags: ['queue'] });
  await page.goto('/tickets?tag=queue');
  const release = await delayRequests(page, 'PATCH', '**/api/tickets/*');
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('x');
  await page.getByRole('checkbox', { name: 'Select all 8 listed tickets' }).click();

  await test.step('sees the change immediately', async () => {
    await page.keyboard.press('p');
    await page.getByRole('option', { name: 'Urgent' }).click();
    await expect(rows.first().getByRole('img', { name: 'Urgent priority' })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: /urgent/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /Urgent priority/ }).first()).toBeFocused();
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="Selection"]' })).toEqual([]);
  });

  await test.step('is warned before leaving the page', async () => {
    const dialogOpened = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await dialogOpened;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect(page.getByRole('progressbar', { name: /urgent/ })).toBeVisible();
  });

  await test.step('stops the action; sent changes are applied, and the remaining tickets are unchanged', async () => {
    await page.keyboard.press('Escape');
    release();
    await expect(page.getByRole('status').filter({ hasText: '5 tickets set to urgent, 3 skipped' })).toBeVisible();
    await expect(rows.filter({ has: page.getByRole('img', { name: 'Urgent priority' }) })).toHaveCount(5);
    await page.unrouteAll();
  });

  await test.step('assigns, tags and untags all selected tickets, and sets them to waiting', async () => {
    const selectAll = page.getByRole('checkbox', { name: 'Select all 8 listed tickets' });
    for (const [picker, choice, label, count] of [
      ['Assign', 'Mara Okafor', 'Assigned to Mara Okafor', 8],
      ['Add a tag', 'Add', 'counter', 8],
      ['Remove a tag', 'counter', 'counter', 0],
      ['Set the state', 'Waiting', 'Waiting', 8],
    ] as const) {
      if (!(await selectAll.isVisible())) await page.keyboard.press('x');
      await selectAll.check();
      await page.getByRole('button', { name: picker }).click();
      if (picker === 'Add a tag') await page.keyboard.type('counter');
      await page.getByRole('option', { name: choice }).click();
      const icon = rows.getByRole('img', { name: label, exact: true });
      await expect(icon.or(rows.getByText(label, { exact: true }))).toHaveCount(count);
      await expect(page.getByRole('progressbar')).toHaveCount(0);
    }
    const stored = (await searchTickets('queue')).filter(({ subject }) => subject.startsWith('Queue'));
    expect(stored).toHaveLength(8);
    expect(new Set(stored.map(({ state, tags }) => `${state} ${tags}`))).toEqual(new Set(['pending queue']));
    expect(new Set(stored.map(({ assignee_id }) => assignee_id)).size).toBe(1);
  });
});
