import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

test('An agent closes several tickets and undoes one change', async ({ page, addColleague }) => {
  const vera = await addColleague('Vera');
  const create = (subject: string) => vera.createTicket({ subject, tags: ['cellar'] });
  const [wet, cold, dark] = [await create('It is wet'), await create('It is cold'), await create('It is dark')];
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  const heading = (name: string) => page.getByRole('heading', { name });
  await page.clock.install();
  await openSignedIn(page, `/tickets/${wet.id}?tag=cellar&state=open&sort=created_at`);
  await expect(rows).toHaveCount(3);
  await expect(heading('It is wet')).toBeFocused();

  await test.step('closes tickets one after the other', async () => {
    await page.keyboard.press('e');
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('j');
    await expect(heading('It is cold')).toBeFocused();
    await page.keyboard.press('e');
    await page.keyboard.press('j');
    await expect(heading('It is dark')).toBeFocused();
    await expect(rows).toHaveCount(1);
  });

  await test.step('undoes one change with its toast; the caret does not move', async () => {
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.click();
    await page.keyboard.type('Half a ');
    await page
      .getByRole('group', { name: `Closed #${wet.id}` })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.keyboard.type('sentence');
    await expect(reply).toHaveValue('Half a sentence');
    await expect(page.getByRole('group', { name: `Undone: closed #${wet.id}` })).toBeVisible();
    expect(await vera.readTicket(wet.id)).toMatchObject({ state: 'open' });
    expect(await vera.readTicket(cold.id)).toMatchObject({ state: 'closed' });
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await expect(heading('It is wet')).toBeFocused();
  });

  await test.step('polls during a pending edit and does not see the old value', async () => {
    const release = await delayRequests(page, 'PATCH', `**/api/tickets/${wet.id}`);
    await page.getByRole('button', { name: 'Remove the tag cellar' }).click();
    await vera.updateTicket(wet.id, { priority: 'urgent', tags: ['cellar', 'pump'] });
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(page.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('button', { name: 'Remove the tag pump' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove the tag cellar' })).toHaveCount(0);
    release();
    await expect.poll(async () => (await vera.readTicket(wet.id)).tags).toEqual(['pump']);
    expect(await vera.readTicket(dark.id)).toEqual(dark);
  });

  await test.step('can undo for ten seconds', async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    const toast = page.getByRole('group', { name: `Set the priority of #${wet.id} to Low` });
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.clock.runFor(9_900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toBeHidden();
    await page.clock.resume();
  });

  await test.step('restores a subject after Escape', async () => {
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await page.keyboard.press('Shift+E');
    await subject.fill('It is wet again');
    await subject.press('Escape');
    await expect(heading('It is wet')).toBeFocused();
    await page.keyboard.press('z');
    await subject.press('Enter');
    await expect(heading('It is wet again')).toBeFocused();
  });
});
