import { expect, signIn, test } from './fixtures.ts';

test('An agent closes one ticket after the other, and takes one back', async ({ page, addColleague }) => {
  const vera = await addColleague('Vera');
  const make = (subject: string) => vera.create({ subject, tags: ['cellar'] });
  const [wet, cold, dark] = [await make('It is wet'), await make('It is cold'), await make('It is dark')];
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  const heading = (name: string) => page.getByRole('heading', { name });
  await page.clock.install();
  await signIn(page, `/tickets/${wet.id}?tag=cellar&state=open&sort=created_at`);
  await expect(rows).toHaveCount(3);
  await expect(heading('It is wet')).toBeFocused();

  await test.step('closing leads on along the list', async () => {
    await page.keyboard.press('e');
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('j');
    await expect(heading('It is cold')).toBeFocused();
    await page.keyboard.press('e');
    await page.keyboard.press('j');
    await expect(heading('It is dark')).toBeFocused();
    await expect(rows).toHaveCount(1);
  });

  await test.step('each notice undoes its own, and the caret stays where it is', async () => {
    const reply = page.getByRole('textbox', { name: 'Reply' });
    await reply.click();
    await page.keyboard.type('Half a ');
    await page
      .getByRole('region', { name: `Closed #${wet.id}` })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.keyboard.type('sentence');
    await expect(reply).toHaveValue('Half a sentence');
    await expect(page.getByRole('region', { name: `Undone: closed #${wet.id}` })).toBeVisible();
    expect(await vera.read(wet.id)).toMatchObject({ state: 'open' });
    expect(await vera.read(cold.id)).toMatchObject({ state: 'closed' });
    await expect(rows).toHaveCount(2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await expect(heading('It is wet')).toBeFocused();
  });

  await test.step('what is read while an edit is on its way does not put the old value back', async () => {
    const held = Promise.withResolvers<void>();
    await page.route(`**/api/tickets/${wet.id}`, async route => {
      if (route.request().method() === 'PATCH') await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Remove the tag cellar' }).click();
    await vera.change(wet.id, { priority: 'urgent', tags: ['cellar', 'pump'] });
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(page.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('button', { name: 'Remove the tag pump' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove the tag cellar' })).toHaveCount(0);
    held.resolve();
    await expect.poll(async () => (await vera.read(wet.id)).tags).toEqual(['pump']);
    expect(await vera.read(dark.id)).toEqual(dark);
  });

  await test.step('for ten seconds, and no longer', async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    const offer = page.getByRole('region', { name: `Set the priority of #${wet.id} to Low` });
    await expect(offer.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.clock.runFor(9_900);
    await expect(offer).toBeVisible();
    await page.clock.runFor(200);
    await expect(offer).toBeHidden();
    await page.clock.resume();
  });

  await test.step('what was typed in a subject and left with Escape can be had back', async () => {
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
