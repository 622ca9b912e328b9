import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { endUndoPeriod, freezeDate } from './undo-period.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const newMessages = (page: Page) => page.getByRole('region', { name: 'New messages' });

test('A customer writes while an agent closes the ticket', async ({ page, addColleague }) => {
  const petra = await addColleague('Petra');
  const { id } = await petra.createTicket({ subject: 'The bulb is broken' });
  await petra.addMessage(id, { body: 'It flickers.', direction: 'in' });
  await openSignedIn(page, `/tickets/${id}?state=open`);
  await expect(page.getByRole('article').filter({ hasText: 'It flickers.' })).toBeVisible();
  await petra.addMessage(id, { body: 'Now it is dark.', direction: 'in' });
  await page.keyboard.press('e');
  await expect(page.getByRole('group', { name: `#${id} has a new message` })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Now it is dark.' })).toBeVisible();
  await expect.poll(async () => (await petra.readTicket(id)).state).toBe('closed');
});

test('A colleague answers first', async ({ page, addColleague, api }) => {
  const colleague = await addColleague('Petra');
  const { id } = await colleague.createTicket({ subject: 'The lift stops between floors' });
  await freezeDate(page);
  await openSignedIn(page, `/tickets/${id}`);

  await test.step('sees the new message; the reply is not sent yet', async () => {
    await reply(page).fill('Somebody comes at noon.');
    await colleague.addMessage(id, { body: 'The engineer is **there already**.' });
    await reply(page).press('ControlOrMeta+Enter');
    await expect(newMessages(page).getByText('there already')).toBeVisible();
    await expect(reply(page)).toHaveValue('Somebody comes at noon.');
    await expect(page.getByRole('button', { name: 'Undo send' })).toHaveCount(0);
    expect(await findViolationsInBothThemes(page, { within: '[aria-label="New messages"]' })).toEqual([]);
  });

  await test.step('continues writing with the keyboard', async () => {
    await page.keyboard.press('Escape');
    await expect(newMessages(page)).toBeHidden();
    await expect(reply(page)).toBeFocused();
    await page.keyboard.type(' Petra told you.');
  });

  await test.step('sends the reply: seen messages and the agent’s own messages do not stop it', async () => {
    await api.addMessage(id, { body: 'I take this one.', type: 'note' });
    await reply(page).press('ControlOrMeta+Enter');
    await endUndoPeriod(page);
    await expect.poll(() => api.readBodies(id)).toContain('Somebody comes at noon. Petra told you.');
  });

  await test.step('is warned, while viewing a different ticket, that the customer wrote before the reply was sent', async () => {
    const checked = page.waitForResponse(/sort=-created_at/);
    await reply(page).fill('We close this, then.');
    await reply(page).press('ControlOrMeta+Shift+Enter');
    await checked;
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(new RegExp(id));
    await api.addMessage(id, { body: 'I pressed the button again.', type: 'note' });
    await colleague.addMessage(id, { body: 'It stopped again!', direction: 'in' });
    await endUndoPeriod(page);
    await page.getByRole('button', { name: 'Open draft' }).click();
    await expect(newMessages(page).getByRole('article')).toHaveCount(1);
    await expect(newMessages(page).getByText('It stopped again!')).toBeVisible();
  });

  await test.step('sends the reply anyway, which closes the ticket', async () => {
    await expect(newMessages(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Enter');
    await endUndoPeriod(page);
    await expect.poll(async () => (await api.readTicket(id)).state).toBe('closed');
    expect((await api.readBodies(id)).at(-1)).toBe('We close this, then.');
  });
});
