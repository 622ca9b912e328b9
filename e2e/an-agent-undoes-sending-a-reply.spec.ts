import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { signInByRequest } from './sign-in-by-request.ts';
import { endUndoPeriod, freezeDate, unfreezeDate } from './undo-period.ts';

const inbox = '?state=open&sort=-priority,created_at';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });
const undoButtons = (page: Page) => page.getByRole('button', { name: 'Undo send' });

/** Writes and sends a reply in the open composer. */
async function send(page: Page, text: string, keys = 'ControlOrMeta+Enter'): Promise<void> {
  await reply(page).fill(text);
  await reply(page).press(keys);
  await expect(thread(page).getByText(text)).toBeVisible();
}

test('An agent undoes sending a reply', async ({ page, context, api }) => {
  await freezeDate(page);
  await openSignedIn(page, `/tickets/1042${inbox}`);
  await expect(thread(page).getByRole('article').first()).toBeVisible();
  const before = await api.readBodies('1042');

  await test.step('undoes the send with z; the text returns above the newly typed text', async () => {
    await send(page, 'The refund is on its way.');
    await page.keyboard.press('r');
    await expect(reply(page)).toBeFocused();
    await page.keyboard.type('And the credit note?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('z');
    await expect(reply(page)).toHaveValue('The refund is on its way.\n\nAnd the credit note?');
    await expect(reply(page)).toBeFocused();
    await expect(undoButtons(page)).toHaveCount(0);
    await endUndoPeriod(page);
    expect(await api.readBodies('1042')).toEqual(before);
  });

  await test.step('deletes the text, and discards the empty draft with its recipients', async () => {
    const badge = page.getByRole('listitem').filter({ hasText: '#1042' }).getByText('Draft');
    await reply(page).fill('');
    await expect(badge).toBeVisible();
    await page.getByRole('button', { name: 'Discard the draft' }).press('Enter');
    await expect(badge).toHaveCount(0);
    await expect(reply(page)).toBeFocused();
  });

  await test.step('undoes the send at the next ticket and returns to the first ticket', async () => {
    await send(page, 'The refund was sent today.');
    await page.keyboard.press('j');
    await expect(page).not.toHaveURL(/1042/);
    await page.keyboard.press('z');
    await expect(page).toHaveURL(new RegExp(`/tickets/1042\\${inbox}`));
    await expect(reply(page)).toHaveValue('The refund was sent today.');
    await expect(reply(page)).toBeFocused();
    await endUndoPeriod(page);
    expect(await api.readBodies('1042')).toEqual(before);
  });

  await test.step('undoes the send in a second window', async () => {
    const secondWindow = await context.newPage();
    await secondWindow.goto('/tickets/1042');
    await expect(reply(secondWindow)).toBeVisible();
    await reply(page).press('ControlOrMeta+Enter');
    await thread(secondWindow).getByRole('button', { name: 'Undo send' }).click();
    await expect(reply(secondWindow)).toHaveValue('The refund was sent today.');
    await expect(reply(page)).toHaveValue('The refund was sent today.');
    await expect(undoButtons(page)).toHaveCount(0);
    await secondWindow.close();
  });

  await test.step('waits until the undo period ends; the reply is sent', async () => {
    await reply(page).press('ControlOrMeta+Enter');
    await page.keyboard.press('j');
    await expect(undoButtons(page)).toHaveCount(1);
    await endUndoPeriod(page);
    await expect(undoButtons(page)).toHaveCount(0);
    await expect.poll(() => api.readBodies('1042')).toEqual([...before, 'The refund was sent today.']);
  });
});

test('An agent answers and closes a ticket in one action', async ({ page, context, api }) => {
  await signInByRequest(context.request);
  const { id } = await api.createTicket({ subject: 'The kettle whistles' });
  await freezeDate(page);
  await page.goto(`/tickets/${id}`);

  await test.step('undoes both the reply and the closing', async () => {
    await send(page, 'Take it off the stove.', 'ControlOrMeta+Shift+Enter');
    await expect(thread(page).getByText('Sending, then closing the ticket…')).toBeVisible();
    await page.keyboard.press('z');
    await expect(reply(page)).toHaveValue('Take it off the stove.');
    await endUndoPeriod(page);
    expect([await api.readBodies(id), (await api.readTicket(id)).state]).toEqual([[], 'open']);
  });

  await test.step('sends the reply and closes the ticket', async () => {
    await page.getByRole('button', { name: 'Send and close' }).click();
    await endUndoPeriod(page);
    await expect(page.getByRole('button', { name: 'State: Closed' })).toBeVisible();
    expect(await api.readBodies(id)).toEqual(['Take it off the stove.']);
    expect((await api.readTicket(id)).state).toBe('closed');
  });

  await test.step('leaves the page during the undo period: the reply is sent and the ticket is closed', async () => {
    const { id: leftId } = await api.createTicket({ subject: 'The toaster smokes' });
    await page.goto(`/tickets/${leftId}`);
    await send(page, 'Unplug it.', 'ControlOrMeta+Shift+Enter');
    await page.goto('about:blank');
    await expect.poll(async () => (await api.readTicket(leftId)).state).toBe('closed');
    expect(await api.readBodies(leftId)).toEqual(['Unplug it.']);
  });

  await test.step('leaves the page after an unseen state change: the reply is sent, but the ticket is not closed', async () => {
    const { id: waitingId } = await api.createTicket({ subject: 'The oven is cold' });
    await page.goto(`/tickets/${waitingId}`);
    await send(page, 'Turn it on.', 'ControlOrMeta+Shift+Enter');
    // While the agent leaves, the page accepts the next version of the ticket, because the reply creates one. So this
    // step makes two changes. The state changes first: a page that receives only this change does not close the ticket.
    await api.updateTicket(waitingId, { state: 'pending' });
    await api.updateTicket(waitingId, { priority: 'high' });
    await page.goto('about:blank');
    await expect.poll(() => api.readBodies(waitingId)).toEqual(['Turn it on.']);
    // The page may have unloaded before the response. The app then retries a second later.
    await unfreezeDate(page);
    await page.goto('/tickets?state=open');
    await expect(page.getByRole('group', { name: `#${waitingId} was not closed` })).toContainText('set to Waiting');
    expect((await api.readTicket(waitingId)).state).toBe('pending');
  });
});
