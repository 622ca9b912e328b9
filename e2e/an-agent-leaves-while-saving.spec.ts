import { delayRequests } from './delay-requests.ts';
import { expect, openSignedIn, signOut, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';

test('An agent changes a ticket and leaves before the change is sent', async ({ context, api }) => {
  await signInByRequest(context.request);
  const { id } = await api.createTicket({});
  for (const priority of ['Low', 'High']) {
    const tab = await context.newPage();
    await tab.goto(`/tickets/${id}`);
    await tab.getByRole('button', { name: /^Priority: / }).click();
    const release = await delayRequests(tab, 'PATCH', '**/api/tickets/*');
    await tab.getByRole('option', { name: priority }).click();
    await expect(tab.getByRole('button', { name: `Priority: ${priority}` })).toBeVisible();
    await tab.goto('about:blank');
    release();
    await expect.poll(async () => (await api.readTicket(id)).priority).toBe(priority.toLowerCase());
  }
});

test('An agent reloads with several pending edits', async ({ page, addColleague }) => {
  const lena = await addColleague('Lena');
  const { id } = await lena.createTicket({ subject: 'The door sticks', priority: 'low' });
  await openSignedIn(page, `/tickets/${id}`);
  await expect(page.getByRole('heading', { name: 'The door sticks' })).toBeVisible();

  let areResponsesLost = true;

  await test.step('makes three edits; the first is stored, but its response is lost', async () => {
    await page.route(`**/api/tickets/${id}`, async route => {
      if (areResponsesLost && route.request().method() === 'PATCH') await route.fetch();
      else await route.continue();
    });
    await page.keyboard.press('p');
    await expect(page.getByRole('option')).not.toHaveCount(0);
    await page.keyboard.press('u');
    await page.keyboard.press('Enter');
    await page.keyboard.press('t');
    await expect(page.getByPlaceholder('Find or add a tag')).toBeFocused();
    await page.keyboard.type('door');
    await page.keyboard.press('Enter');
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: 'State: Closed' })).toBeVisible();
    await expect.poll(async () => (await lena.readTicket(id)).priority).toBe('urgent');
    expect(await lena.readTicket(id)).toMatchObject({ state: 'open', tags: [] });
  });

  await test.step('a colleague reverts the first edit', async () => {
    await lena.updateTicket(id, { priority: 'normal', tags: ['wood'] });
  });

  await test.step('reloads: the other edits are applied, the first edit is not repeated', async () => {
    // Keeps the route. Otherwise the old page's request would continue, and the old page would send the other edits.
    areResponsesLost = false;
    await page.reload();
    await expect
      .poll(() => lena.readTicket(id))
      .toMatchObject({ state: 'closed', tags: ['wood', 'door'], priority: 'normal' });
    await expect(page.getByRole('group', { name: `Closed #${id}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Priority: Normal' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'State: Closed' })).toBeVisible();
    expect((await lena.readTicket(id)).version).toBe(5);
  });
});

test('An agent reloads while typing a subject', async ({ page, addColleague }) => {
  const nils = await addColleague('Nils');
  const { id } = await nils.createTicket({ subject: 'The bell rings' });
  await openSignedIn(page, `/tickets/${id}`);
  await page.getByRole('button', { name: 'The bell rings' }).click();
  const field = page.getByRole('textbox', { name: 'Subject' });
  await field.fill('The bell rings at night');
  await page.reload();
  await expect(field).toHaveValue('The bell rings at night');
  await nils.updateTicket(id, { priority: 'high' });
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'The bell rings at night' })).toBeFocused();
  await expect.poll(async () => (await nils.readTicket(id)).subject).toBe('The bell rings at night');
});

test('An agent types while a gist and a ticket are saved', async ({ page, api }) => {
  await openSignedIn(page);
  const gist = await api.addGist({ files: { 'hours.md': { content: 'Nine to five' } } });

  await test.step('saves the text typed during saving, without a conflict', async () => {
    await page.goto(`/gists/${gist.id}/edit`);
    const text = page.getByRole('textbox', { name: 'Text of hours.md' });
    await text.fill('Nine to six');
    const release = await delayRequests(page, 'PATCH', '**/api/gists/*');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('status').filter({ hasText: 'Saving…' })).toBeVisible();
    await text.fill('Nine to seven');
    release();
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
    await expect(text).toHaveValue('Nine to seven');
    expect((await api.readGist(gist.id)).files['hours.md']?.content).toBe('Nine to six');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('region', { name: 'Files' })).toContainText('Nine to seven');
  });

  await test.step('continues with the text typed while a new gist is created', async () => {
    await page.goto('/gists/new');
    const text = page.getByRole('textbox', { name: 'Text of reply.md' });
    await text.fill('Thank you');
    const release = await delayRequests(page, 'POST', '**/api/gists');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('status').filter({ hasText: 'Saving…' })).toBeVisible();
    await text.fill('Thank you, {name}');
    release();
    await expect(page.getByRole('heading', { name: /^Edit gist/ })).toBeVisible();
    await expect(text).toHaveValue('Thank you, {name}');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('region', { name: 'Files' })).toContainText('Thank you, {name}');
  });

  await test.step('sees the text typed during saving as a draft of a new ticket', async () => {
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await page.goto('/tickets');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await dialog.getByLabel('Subject').fill('The lamp flickers');
    const release = await delayRequests(page, 'POST', '**/api/tickets');
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await dialog.getByLabel('Description').fill('Since Monday.');
    release();
    await expect(page.getByRole('heading', { name: 'The lamp flickers' })).toBeVisible();
    await page.getByRole('button', { name: 'New (draft saved)' }).click();
    await expect(dialog.getByLabel('Description')).toHaveValue('Since Monday.');
  });

  await test.step('closes the form during saving, and sees why the ticket was not created', async () => {
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.getByLabel('Subject').fill(' ');
    const release = await delayRequests(page, 'POST', '**/api/tickets');
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    release();
    await expect(page.getByRole('group', { name: 'Couldn’t create the ticket' })).toBeVisible();
  });
});

test('An agent signs out during a request, which is aborted', async ({ page }) => {
  await openSignedIn(page, '/tickets?state=open');
  const requested = page.waitForRequest(/\/api\/gists\?/);
  await page.route('**/api/gists?*', () => {}); // no response
  await page.getByRole('link', { name: 'All gists' }).click();
  await requested;
  const aborted = page.waitForEvent('requestfailed', request => request.url().includes('/api/gists?'));
  await page.route('/logout', async route => {
    await aborted;
    await route.continue();
  });
  await signOut(page);
});
